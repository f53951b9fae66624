#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <string_view>

namespace ironbus {

/// Where the node's boot files were last written or removed, as its boot interface reports it in
/// driver_internal_info.
struct boot_notes {
  /// The location (drivers/boot/boot_location.hpp). Workers that share the location use the same
  /// name, and no worker announces a lost one. Empty: unknown.
  std::string place;
  /// The call of the boot interface that rebuilds the boot files elsewhere if the location is lost.
  /// Empty: there is nothing to rebuild.
  std::string call;

  bool operator==(const boot_notes&) const = default;
};

inline constexpr const char* boot_place_key = "boot_place";
inline constexpr const char* boot_call_key = "boot_call";

boot_notes read_boot_notes(const json& driver_internal_info);

/// Adds the notes to the facts::driver_internal_info that a driver reports.
void note_boot_location(json& driver_internal_info, const boot_notes& notes);

/// Column of a node's row: the location, if its boot files must be rebuilt when it is lost.
inline constexpr std::string_view boot_location_column = "boot_place";

// Arguments of the rebuild call.
inline constexpr const char* lost_location_argument = "lost_place";
/// The workflow that boots the ramdisk.
inline constexpr const char* operation_argument = "operation";

}  // namespace ironbus
