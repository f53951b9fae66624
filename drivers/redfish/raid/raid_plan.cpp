#include "drivers/redfish/raid/raid_plan.hpp"

#include "drivers/redfish/raid/raid_disks.hpp"
#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus {

namespace {

/// Upper limit of the space that a controller reserves on each drive.
constexpr int64_t reserve_bytes = 64 * 1024 * 1024;

/// A drive and its used space.
struct usage {
  const raid_drive* drive = nullptr;
  int64_t used = 0;
  bool shared = false;  ///< Used only by disks that share drives.

  int64_t left() const { return std::max<int64_t>(drive->bytes - reserve_bytes - used, 0); }
  bool is_free(bool for_sharing) const { return used == 0 || (shared && for_sharing); }
};

struct stock {
  const raid_controller* controller = nullptr;
  std::vector<usage> drives;
  std::set<std::string> matched;  ///< Volumes that already match a logical disk.
};

stock stock_of(const raid_controller& controller) {
  stock out;
  out.controller = &controller;
  for (const auto& drive : controller.drives) out.drives.push_back({&drive, 0, false});
  for (const auto& volume : controller.volumes)
    for (auto& one : out.drives)
      if (std::find(volume.drives.begin(), volume.drives.end(), one.drive->path) !=
          volume.drives.end())
        one.used = one.drive->bytes;
  return out;
}

std::vector<stock> stocks_of(const std::vector<raid_controller>& controllers) {
  std::vector<stock> out;
  out.reserve(controllers.size());
  for (const auto& one : controllers) out.push_back(stock_of(one));
  return out;
}

bool is_called(const raid_drive& drive, const std::string& name) {
  return drive.id == name || drive.name == name || drive.path == name;
}

bool can_make(const raid_controller& controller, const wanted_disk& disk) {
  const auto wanted = disk.text("controller");
  if (!wanted.empty() && controller.id != wanted && controller.name != wanted) return false;
  return !controller.types || std::find(controller.types->begin(), controller.types->end(),
                                        disk.level->type) != controller.types->end();
}

bool is_of_kind(const raid_drive& drive, const wanted_disk& disk) {
  const auto media = disk.text("disk_type");
  const auto bus = disk.text("interface_type");
  return (media.empty() || lower(drive.media) == media) &&
         (bus.empty() || lower(drive.protocol) == bus);
}

/// Space on each drive for a volume of that size.
int64_t share_of(const wanted_disk& disk, size_t drives) {
  const auto parts = static_cast<int64_t>(disk.level->data_drives(drives));
  return (*disk.bytes + parts - 1) / parts;
}

using chosen_drives = std::vector<usage*>;

bool drives_fit(const wanted_disk& disk, const chosen_drives& chosen) {
  if (!disk.level->takes(chosen.size())) return false;
  if (disk.count && *disk.count != chosen.size()) return false;
  if (!disk.bytes) return true;
  const auto share = share_of(disk, chosen.size());
  return std::all_of(chosen.begin(), chosen.end(),
                     [&](const usage* one) { return one->left() >= share; });
}

/// The drives that a disk names; empty: some are missing or in use.
chosen_drives named_drives(stock& here, const wanted_disk& disk) {
  chosen_drives out;
  for (const auto& name : disk.names) {
    const auto found = std::find_if(here.drives.begin(), here.drives.end(),
                                    [&](const usage& one) { return is_called(*one.drive, name); });
    if (found == here.drives.end() || !found->is_free(disk.shares)) return {};
    if (std::find(out.begin(), out.end(), &*found) != out.end()) return {};
    out.push_back(&*found);
  }
  return out;
}

bool are_alike(const raid_drive& a, const raid_drive& b) {
  return a.media == b.media && a.protocol == b.protocol && a.bytes == b.bytes;
}

/// Drives like the given one, with the least free space first, so that shared drives fill up.
chosen_drives drives_like(stock& here, const raid_drive& sample, const wanted_disk& disk) {
  chosen_drives out;
  for (auto& one : here.drives)
    if (one.is_free(disk.shares) && is_of_kind(*one.drive, disk) && are_alike(*one.drive, sample))
      out.push_back(&one);
  std::stable_sort(out.begin(), out.end(),
                   [](const usage* a, const usage* b) { return a->left() < b->left(); });
  return out;
}

/// The smallest sufficient number of these drives; empty: not enough.
chosen_drives fewest_of(chosen_drives alike, const wanted_disk& disk) {
  for (size_t count = disk.level->drives_min; count <= alike.size(); ++count)
    for (size_t skip = 0; skip + count <= alike.size(); ++skip) {
      const auto begin = alike.begin() + static_cast<std::ptrdiff_t>(skip);
      chosen_drives some{begin, begin + static_cast<std::ptrdiff_t>(count)};
      if (drives_fit(disk, some)) return some;
    }
  return {};
}

/// The kind of drive that needs the fewest drives, and of those the smallest.
chosen_drives found_drives(stock& here, const wanted_disk& disk) {
  chosen_drives best;
  for (const auto& sample : here.controller->drives) {
    auto found = fewest_of(drives_like(here, sample, disk), disk);
    if (found.empty()) continue;
    const bool better =
        best.empty() || found.size() < best.size() ||
        (found.size() == best.size() && found.front()->drive->bytes < best.front()->drive->bytes);
    if (better) best = std::move(found);
  }
  return best;
}

chosen_drives choose_drives(stock& here, const wanted_disk& disk) {
  if (disk.names.empty()) return found_drives(here, disk);
  auto named = named_drives(here, disk);
  if (!drives_fit(disk, named)) named.clear();
  return named;
}

void use_drives(const chosen_drives& chosen, const wanted_disk& disk) {
  for (auto* one : chosen) {
    one->used += disk.bytes ? share_of(disk, chosen.size()) : one->left() + reserve_bytes;
    one->shared = disk.shares;
  }
}

bool is_size(const raid_volume& volume, const wanted_disk& disk) {
  if (!disk.bytes) return true;
  const auto off =
      volume.bytes > *disk.bytes ? volume.bytes - *disk.bytes : *disk.bytes - volume.bytes;
  return off <= *disk.bytes / 50;  // controllers round sizes
}

bool is_on_drives(const raid_volume& volume, const stock& here, const wanted_disk& disk) {
  if (disk.count && *disk.count != volume.drives.size()) return false;
  if (disk.names.empty()) return true;
  return volume.drives.size() == disk.names.size() &&
         std::all_of(disk.names.begin(), disk.names.end(), [&](const std::string& name) {
           return std::any_of(here.drives.begin(), here.drives.end(), [&](const usage& one) {
             return is_called(*one.drive, name) &&
                    std::find(volume.drives.begin(), volume.drives.end(), one.drive->path) !=
                        volume.drives.end();
           });
         });
}

/// Whether an existing volume matches the disk.
bool is_made(stock& here, const wanted_disk& disk) {
  const auto name = disk.text("volume_name");
  for (const auto& volume : here.controller->volumes) {
    if (volume.type != disk.level->type || here.matched.contains(volume.path)) continue;
    if (!is_size(volume, disk) || (!name.empty() && volume.name != name)) continue;
    if (!is_on_drives(volume, here, disk)) continue;
    here.matched.insert(volume.path);
    return true;
  }
  return false;
}

bool is_made_on_any(std::vector<stock>& stocks, const wanted_disk& disk) {
  return std::any_of(stocks.begin(), stocks.end(), [&](stock& one) {
    return can_make(*one.controller, disk) && is_made(one, disk);
  });
}

planned_volume planned(const wanted_disk& disk, size_t controller, const chosen_drives& chosen) {
  planned_volume out;
  out.controller = controller;
  out.type = disk.level->type;
  out.bytes = disk.bytes;
  out.name = disk.text("volume_name");
  for (const auto* one : chosen) out.drives.push_back(one->drive->path);
  return out;
}

/// The volume for a disk; unset: it already exists.
result<std::optional<planned_volume>> plan_disk(std::vector<stock>& stocks,
                                                const wanted_disk& disk) {
  if (is_made_on_any(stocks, disk)) return std::nullopt;
  bool any = false;
  for (size_t i = 0; i < stocks.size(); ++i) {
    if (!can_make(*stocks[i].controller, disk)) continue;
    any = true;
    const auto chosen = choose_drives(stocks[i], disk);
    if (chosen.empty()) continue;
    auto out = planned(disk, i, chosen);
    use_drives(chosen, disk);
    return out;
  }
  if (!any) return disk_refused(disk, "no controller supports " + std::string{disk.level->type});
  return disk_refused(disk, "not enough matching free drives");
}

}  // namespace

json selected_disks(const json& config, const raid_selection& which) {
  auto out = json::array();
  const auto disks = config.find("logical_disks");
  if (disks == config.end() || !disks->is_array()) return out;
  for (const auto& one : *disks)
    if (one.value("is_root_volume", json{}) == true ? which.root : which.others) out.push_back(one);
  return out;
}

result<std::vector<planned_volume>> plan_volumes(const json& logical_disks,
                                                 const std::vector<raid_controller>& controllers) {
  const auto disks = read_wanted_disks(logical_disks);
  if (!disks) return tl::unexpected(disks.error());
  auto stocks = stocks_of(controllers);
  std::vector<planned_volume> out;
  for (const auto& disk : *disks) {
    auto made = plan_disk(stocks, disk);
    if (!made) return tl::unexpected(made.error());
    if (*made) out.push_back(std::move(**made));
  }
  return out;
}

std::set<std::string> matching_volumes(const json& logical_disks,
                                       const std::vector<raid_controller>& controllers) {
  std::set<std::string> out;
  const auto disks = read_wanted_disks(logical_disks);
  if (!disks) return out;
  auto stocks = stocks_of(controllers);
  for (const auto& disk : *disks) is_made_on_any(stocks, disk);
  for (const auto& one : stocks) out.insert(one.matched.begin(), one.matched.end());
  return out;
}

json shown_raid_config(const std::vector<raid_controller>& controllers) {
  auto disks = json::array();
  for (const auto& controller : controllers)
    for (const auto& volume : controller.volumes) {
      const auto* level = find_raid_type(volume.type);
      if (level == nullptr) continue;
      disks.push_back({{"id", volume.id},
                       {"name", volume.name},
                       {"controller", controller.id},
                       {"size_gb", volume.bytes / gibibyte},
                       {"raid_level", level->level}});
    }
  return {{"logical_disks", std::move(disks)}};
}

}  // namespace ironbus
