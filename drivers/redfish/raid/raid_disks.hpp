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

/// A RAID level that Redfish has (the values of Volume.RAIDType).
struct raid_level_row {
  std::string_view level;  ///< As the API calls it: "1+0".
  std::string_view type;   ///< As Redfish does: "RAID10".
  size_t drives_min;
  size_t drives_max;
  size_t spans;         ///< The drives are divided by it.
  size_t lost_of_span;  ///< How many of each hold no data of their own.

  /// How many drives' worth of data so many hold.
  size_t data_drives(size_t count) const;
  bool takes(size_t count) const;
};

/// Null: Redfish has none.
const raid_level_row* find_raid_type(std::string_view type);

/// A logical disk of a RAID configuration as it is asked for.
struct wanted_disk {
  const json* source = nullptr;
  const raid_level_row* level = nullptr;
  std::optional<int64_t> bytes;  ///< Unset: MAX.
  bool shares = false;
  std::optional<size_t> count;
  std::vector<std::string> names;  ///< Of its drives.
  std::string where;               ///< "logical_disks/0"

  std::string text(const char* key) const { return member_text(*source, key); }
};

/// That it cannot be made, as `invalid`.
tl::unexpected<failure> disk_refused(const wanted_disk& disk, const std::string& why);

/// In the order in which they choose their drives. They refer to `logical_disks`, of a
/// configuration that was checked (raid_config.hpp). `invalid`: one that Redfish cannot make.
result<std::vector<wanted_disk>> read_wanted_disks(const json& logical_disks);

inline constexpr int64_t gibibyte = int64_t{1} << 30;

}  // namespace ironbus
