#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"
#include "messages/base/text.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// A RAID level that Redfish supports (values of Volume.RAIDType).
struct raid_level_row {
  std::string_view level;  ///< Name in the API: "1+0".
  std::string_view type;   ///< Name in Redfish: "RAID10".
  size_t drives_min;
  size_t drives_max;
  size_t spans;         ///< The number of drives must be a multiple of it.
  size_t lost_of_span;  ///< Redundant drives of each span.

  /// How many of these drives hold data.
  size_t data_drives(size_t count) const;
  bool takes(size_t count) const;
};

/// Null: Redfish does not support it.
const raid_level_row* find_raid_type(std::string_view type);

/// A logical disk of a RAID configuration.
struct wanted_disk {
  const json* source = nullptr;
  const raid_level_row* level = nullptr;
  std::optional<int64_t> bytes;  ///< Unset: MAX.
  bool shares = false;
  std::optional<size_t> count;
  std::vector<std::string> names;  ///< Names of its drives.
  std::string where;               ///< "logical_disks/0"

  std::string text(const char* key) const { return member_text(*source, key); }
};

/// An `invalid` failure that names the disk.
tl::unexpected<failure> disk_refused(const wanted_disk& disk, const std::string& why);

/// Sorted by the order in which they choose drives. They refer to `logical_disks` of a checked
/// configuration (raid_config.hpp). `invalid`: Redfish does not support one.
result<std::vector<wanted_disk>> read_wanted_disks(const json& logical_disks);

inline constexpr int64_t gibibyte = int64_t{1} << 30;

}  // namespace ironbus
