#include "drivers/redfish/raid_plan.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr int64_t gibibyte = int64_t{1} << 30;
constexpr int64_t size_gb_max = int64_t{1} << 30;
/// What a controller keeps of each drive for itself, generously.
constexpr int64_t reserve_bytes = 64 * 1024 * 1024;

struct level_row {
  std::string_view level;
  std::string_view type;
  size_t drives_min;
  size_t drives_max;
  size_t spans;         ///< The drives are divided by it.
  size_t lost_of_span;  ///< How many of each hold no data of their own.
};

constexpr size_t any_number = 64;

constexpr std::array level_rows{
    level_row{"0", "RAID0", 1, any_number, 1, 0},   level_row{"1", "RAID1", 2, 2, 1, 1},
    level_row{"5", "RAID5", 3, any_number, 1, 1},   level_row{"6", "RAID6", 4, any_number, 1, 2},
    level_row{"1+0", "RAID10", 4, any_number, 2, 0}, level_row{"5+0", "RAID50", 6, any_number, 2, 1},
    level_row{"6+0", "RAID60", 8, any_number, 2, 2},
};

const level_row* find_level(std::string_view level) {
  const auto* found = std::find_if(level_rows.begin(), level_rows.end(),
                                   [&](const auto& row) { return row.level == level; });
  return found == level_rows.end() ? nullptr : found;
}

size_t data_drives(const level_row& level, size_t count) {
  if (level.type == "RAID10") return count / 2;
  return count - level.spans * level.lost_of_span;
}

bool takes(const level_row& level, size_t count) {
  return count >= level.drives_min && count <= level.drives_max && count % level.spans == 0;
}

/// A logical disk as it is asked for.
struct wanted_disk {
  const json* source = nullptr;
  const level_row* level = nullptr;
  std::optional<int64_t> bytes;  ///< Unset: MAX.
  bool shares = false;
  std::optional<size_t> count;
  std::vector<std::string> names;  ///< Of its drives.
  std::string where;               ///< "logical_disks/0"

  std::string text(const char* key) const { return member_text(*source, key); }
};

tl::unexpected<failure> refuse(const wanted_disk& disk, const std::string& why) {
  return fail(error_code::invalid, disk.where + ": " + why + ".");
}

result<std::monostate> read_drives_of(const json& source, wanted_disk& out) {
  const auto& named = source.value("physical_disks", json{});
  if (!named.is_array()) return {};
  for (const auto& one : named) {
    if (!one.is_string())
      return refuse(out, "physical_disks must name drives, as the BMC describes none by hints");
    out.names.push_back(one.get<std::string>());
  }
  return {};
}

result<wanted_disk> read_disk(const json& source, size_t index) {
  wanted_disk out;
  out.source = &source;
  out.where = "logical_disks/" + std::to_string(index);
  out.level = find_level(out.text("raid_level"));
  if (out.level == nullptr)
    return refuse(out, "raid_level '" + out.text("raid_level") +
                           "' cannot be made by Redfish; allowed: 0, 1, 5, 6, 1+0, 5+0, 6+0");
  if (out.text("interface_type") == "scsi")
    return refuse(out, "interface_type scsi is none of Redfish; allowed: sata, sas");
  out.shares = source.value("share_physical_disks", json{}) == true;
  if (const auto count = source.value("number_of_physical_disks", json{}); count.is_number_integer())
    out.count = count.get<size_t>();
  if (auto read = read_drives_of(source, out); !read) return tl::unexpected(read.error());
  const auto size = source.value("size_gb", json{});
  if (size == "MAX") {
    if (out.names.empty()) return refuse(out, "size_gb MAX needs physical_disks");
    return out;
  }
  if (!size.is_number_integer() || size < 1 || size > size_gb_max)
    return refuse(out, "size_gb must be MAX, or from 1 to " + std::to_string(size_gb_max));
  out.bytes = size.get<int64_t>() * gibibyte;
  return out;
}

/// A drive, and what is taken of it already.
struct usage {
  const raid_drive* drive = nullptr;
  int64_t used = 0;
  bool shared = false;  ///< By those who are ready to share.

  int64_t left() const { return std::max<int64_t>(drive->bytes - reserve_bytes - used, 0); }
  bool is_free(bool for_sharing) const { return used == 0 || (shared && for_sharing); }
};

struct shelf {
  const raid_controller* controller = nullptr;
  std::vector<usage> drives;
  std::set<std::string> matched;  ///< Volumes that stand for a logical disk already.
};

shelf shelf_of(const raid_controller& controller) {
  shelf out;
  out.controller = &controller;
  for (const auto& drive : controller.drives) out.drives.push_back({&drive, 0, false});
  for (const auto& volume : controller.volumes)
    for (auto& one : out.drives)
      if (std::find(volume.drives.begin(), volume.drives.end(), one.drive->path) !=
          volume.drives.end())
        one.used = one.drive->bytes;
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

/// What each drive gives for a volume of that size.
int64_t share_of(const wanted_disk& disk, size_t drives) {
  const auto parts = static_cast<int64_t>(data_drives(*disk.level, drives));
  return (*disk.bytes + parts - 1) / parts;
}

using chosen_drives = std::vector<usage*>;

bool fits(const wanted_disk& disk, const chosen_drives& chosen) {
  if (!takes(*disk.level, chosen.size())) return false;
  if (disk.count && *disk.count != chosen.size()) return false;
  if (!disk.bytes) return true;
  const auto share = share_of(disk, chosen.size());
  return std::all_of(chosen.begin(), chosen.end(),
                     [&](const usage* one) { return one->left() >= share; });
}

/// The drives that a disk names; empty: not all of them are here and free.
chosen_drives named_drives(shelf& from, const wanted_disk& disk) {
  chosen_drives out;
  for (const auto& name : disk.names) {
    const auto found = std::find_if(from.drives.begin(), from.drives.end(), [&](const usage& one) {
      return is_called(*one.drive, name);
    });
    if (found == from.drives.end() || !found->is_free(disk.shares)) return {};
    if (std::find(out.begin(), out.end(), &*found) != out.end()) return {};
    out.push_back(&*found);
  }
  return out;
}

bool are_alike(const raid_drive& a, const raid_drive& b) {
  return a.media == b.media && a.protocol == b.protocol && a.bytes == b.bytes;
}

/// Those that are like the given one, the ones with the least left first: shared ones are filled.
chosen_drives drives_like(shelf& from, const raid_drive& sample, const wanted_disk& disk) {
  chosen_drives out;
  for (auto& one : from.drives)
    if (one.is_free(disk.shares) && is_of_kind(*one.drive, disk) && are_alike(*one.drive, sample))
      out.push_back(&one);
  std::stable_sort(out.begin(), out.end(),
                   [](const usage* a, const usage* b) { return a->left() < b->left(); });
  return out;
}

/// The fewest drives among them that hold the disk; empty: they do not.
chosen_drives fewest_of(chosen_drives alike, const wanted_disk& disk) {
  for (size_t count = disk.level->drives_min; count <= alike.size(); ++count)
    for (size_t skip = 0; skip + count <= alike.size(); ++skip) {
      const auto begin = alike.begin() + static_cast<std::ptrdiff_t>(skip);
      chosen_drives some{begin, begin + static_cast<std::ptrdiff_t>(count)};
      if (fits(disk, some)) return some;
    }
  return {};
}

/// Of all kinds of drives the one that needs the fewest, and of those the smallest.
chosen_drives found_drives(shelf& from, const wanted_disk& disk) {
  chosen_drives best;
  for (const auto& sample : from.controller->drives) {
    auto found = fewest_of(drives_like(from, sample, disk), disk);
    if (found.empty()) continue;
    const bool better = best.empty() || found.size() < best.size() ||
                        (found.size() == best.size() &&
                         found.front()->drive->bytes < best.front()->drive->bytes);
    if (better) best = std::move(found);
  }
  return best;
}

chosen_drives choose_drives(shelf& from, const wanted_disk& disk) {
  if (disk.names.empty()) return found_drives(from, disk);
  auto named = named_drives(from, disk);
  if (!fits(disk, named)) named.clear();
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
  const auto off = volume.bytes > *disk.bytes ? volume.bytes - *disk.bytes
                                              : *disk.bytes - volume.bytes;
  return off <= *disk.bytes / 50;  // controllers round
}

bool is_on_drives(const raid_volume& volume, const shelf& on, const wanted_disk& disk) {
  if (disk.count && *disk.count != volume.drives.size()) return false;
  if (disk.names.empty()) return true;
  return volume.drives.size() == disk.names.size() &&
         std::all_of(disk.names.begin(), disk.names.end(), [&](const std::string& name) {
           return std::any_of(on.drives.begin(), on.drives.end(), [&](const usage& one) {
             return is_called(*one.drive, name) &&
                    std::find(volume.drives.begin(), volume.drives.end(), one.drive->path) !=
                        volume.drives.end();
           });
         });
}

/// Whether a volume that is there stands for the disk.
bool is_made(shelf& on, const wanted_disk& disk) {
  const auto name = disk.text("volume_name");
  for (const auto& volume : on.controller->volumes) {
    if (volume.type != disk.level->type || on.matched.contains(volume.path)) continue;
    if (!is_size(volume, disk) || (!name.empty() && volume.name != name)) continue;
    if (!is_on_drives(volume, on, disk)) continue;
    on.matched.insert(volume.path);
    return true;
  }
  return false;
}

bool is_made_on_any(std::vector<shelf>& shelves, const wanted_disk& disk) {
  return std::any_of(shelves.begin(), shelves.end(), [&](shelf& one) {
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

/// The volume for a disk; unset: there is one already.
result<std::optional<planned_volume>> plan_disk(std::vector<shelf>& shelves,
                                                const wanted_disk& disk) {
  if (is_made_on_any(shelves, disk)) return std::nullopt;
  bool any = false;
  for (size_t i = 0; i < shelves.size(); ++i) {
    if (!can_make(*shelves[i].controller, disk)) continue;
    any = true;
    const auto chosen = choose_drives(shelves[i], disk);
    if (chosen.empty()) continue;
    auto out = planned(disk, i, chosen);
    use_drives(chosen, disk);
    return out;
  }
  if (!any) return refuse(disk, "no controller makes " + std::string{disk.level->type});
  return refuse(disk, "there are not enough free drives that fit");
}

/// Those that name their drives come before those that take any, and what takes the rest last.
int turn_of(const wanted_disk& disk) {
  if (!disk.bytes) return 2;
  return disk.names.empty() ? 1 : 0;
}

result<std::vector<wanted_disk>> read_disks(const json& logical_disks) {
  std::vector<wanted_disk> out;
  for (const auto& one : logical_disks) {
    auto read = read_disk(one, out.size());
    if (!read) return tl::unexpected(read.error());
    out.push_back(std::move(*read));
  }
  std::stable_sort(out.begin(), out.end(), [](const wanted_disk& a, const wanted_disk& b) {
    return turn_of(a) < turn_of(b);
  });
  return out;
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
  const auto disks = read_disks(logical_disks);
  if (!disks) return tl::unexpected(disks.error());
  std::vector<shelf> shelves;
  for (const auto& one : controllers) shelves.push_back(shelf_of(one));
  std::vector<planned_volume> out;
  for (const auto& disk : *disks) {
    auto made = plan_disk(shelves, disk);
    if (!made) return tl::unexpected(made.error());
    if (*made) out.push_back(std::move(**made));
  }
  return out;
}

std::set<std::string> matching_volumes(const json& logical_disks,
                                       const std::vector<raid_controller>& controllers) {
  std::set<std::string> out;
  const auto disks = read_disks(logical_disks);
  if (!disks) return out;
  std::vector<shelf> shelves;
  for (const auto& one : controllers) shelves.push_back(shelf_of(one));
  for (const auto& disk : *disks) is_made_on_any(shelves, disk);
  for (const auto& one : shelves) out.insert(one.matched.begin(), one.matched.end());
  return out;
}

json shown_raid_config(const std::vector<raid_controller>& controllers) {
  auto disks = json::array();
  for (const auto& controller : controllers)
    for (const auto& volume : controller.volumes) {
      const auto* level = std::find_if(level_rows.begin(), level_rows.end(),
                                       [&](const auto& row) { return row.type == volume.type; });
      if (level == level_rows.end()) continue;
      disks.push_back({{"id", volume.id},
                       {"name", volume.name},
                       {"controller", controller.id},
                       {"size_gb", volume.bytes / gibibyte},
                       {"raid_level", level->level}});
    }
  return {{"logical_disks", std::move(disks)}};
}

}  // namespace ironbus
