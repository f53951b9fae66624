#include "messages/contract/raid_config.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace ironbus {

namespace {

bool is_one_of(const json& x, std::span<const std::string_view> allowed) {
  return x.is_string() && std::find(allowed.begin(), allowed.end(),
                                    x.get_ref<const std::string&>()) != allowed.end();
}

constexpr std::array<std::string_view, 9> levels{"JBOD", "0",   "1",   "2",  "5",
                                                 "6",    "1+0", "5+0", "6+0"};
constexpr std::array<std::string_view, 2> disk_types{"hdd", "ssd"};
constexpr std::array<std::string_view, 3> bus_types{"sata", "scsi", "sas"};

bool is_size(const json& x) {
  return x == "MAX" || (x.is_number_integer() && x.get<int64_t>() >= 0);
}
bool is_level(const json& x) { return is_one_of(x, levels); }
bool is_text(const json& x) { return x.is_string(); }
bool is_flag(const json& x) { return x.is_boolean(); }
bool is_disk_type(const json& x) { return is_one_of(x, disk_types); }
bool is_bus_type(const json& x) { return is_one_of(x, bus_types); }
bool is_disk_count(const json& x) { return x.is_number_integer() && x.get<int64_t>() > 0; }

bool is_disk_list(const json& value) {
  if (!value.is_array() || value.empty()) return false;
  const bool names =
      std::all_of(value.begin(), value.end(), [](const json& y) { return y.is_string(); });
  const bool hints =
      std::all_of(value.begin(), value.end(), [](const json& y) { return y.is_object(); });
  return names || (hints && value.size() >= 2);
}

struct disk_key {
  std::string_view name;
  bool (*fits)(const json&);
  std::string_view allowed;
};

constexpr std::array disk_keys{
    disk_key{"size_gb", is_size, "a whole number from 0, or MAX"},
    disk_key{"raid_level", is_level, "JBOD, 0, 1, 2, 5, 6, 1+0, 5+0, 6+0"},
    disk_key{"volume_name", is_text, "a string"},
    disk_key{"is_root_volume", is_flag, "a boolean"},
    disk_key{"share_physical_disks", is_flag, "a boolean"},
    disk_key{"disk_type", is_disk_type, "hdd, ssd"},
    disk_key{"interface_type", is_bus_type, "sata, scsi, sas"},
    disk_key{"number_of_physical_disks", is_disk_count, "a whole number from 1"},
    disk_key{"controller", is_text, "a string"},
    disk_key{"physical_disks", is_disk_list, "a list of names, or of two hint objects at least"},
};

result<std::monostate> check_disk(const json& disk, const std::string& where) {
  if (!disk.is_object()) return fail(error_code::invalid, where + " must be an object.");
  for (const auto& [key, value] : disk.items()) {
    const auto row = std::find_if(disk_keys.begin(), disk_keys.end(),
                                  [&key = key](const auto& y) { return y.name == key; });
    if (row == disk_keys.end())
      return fail(error_code::invalid,
                  "Unexpected key '" + key.substr(0, 64) + "' in " + where + ".");
    if (!row->fits(value))
      return fail(error_code::invalid, "Invalid value for '" + where + "/" + key +
                                           "'; allowed: " + std::string{row->allowed} + ".");
  }
  for (const auto* key : {"size_gb", "raid_level"})
    if (!disk.contains(key))
      return fail(error_code::invalid, "Missing mandatory parameter: " + where + "/" + key);
  if (disk.contains("physical_disks") && !disk.contains("controller"))
    return fail(error_code::invalid, "'" + where + "/physical_disks' needs 'controller'.");
  return {};
}

}  // namespace

result<std::monostate> check_raid_config(const json& config) {
  if (!config.is_object()) return fail(error_code::invalid, "A RAID configuration is an object.");
  if (config.empty()) return {};
  for (const auto& [key, value] : config.items())
    if (key != "logical_disks")
      return fail(error_code::invalid,
                  "Unexpected key '" + key.substr(0, 64) + "'; allowed: logical_disks.");
  const auto& disks = config.at("logical_disks");
  if (!disks.is_array() || disks.empty())
    return fail(error_code::invalid, "'logical_disks' must be a list of at least one disk.");
  int roots = 0;
  for (size_t i = 0; i < disks.size(); ++i) {
    if (auto ok = check_disk(disks[i], "logical_disks/" + std::to_string(i)); !ok) return ok;
    roots += disks[i].value("is_root_volume", false) ? 1 : 0;
  }
  if (roots > 1)
    return fail(error_code::invalid, "At most one logical disk can have 'is_root_volume'.");
  return {};
}

}  // namespace ironbus
