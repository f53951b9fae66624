#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <string_view>

namespace ironbus {

/// Where what a machine boots was written or removed last, as its boot interface has noted it in
/// the node's driver_internal_info.
struct boot_notes {
  /// The place (drivers/boot/boot_place.hpp): two workers name the same one where they share it,
  /// and nobody names one that is lost. Empty: not known.
  std::string place;
  /// The call of the boot interface that makes it so anew elsewhere, should the place be lost.
  /// Empty: there is nothing to make.
  std::string call;

  bool operator==(const boot_notes&) const = default;
};

inline constexpr const char* boot_place_key = "boot_place";
inline constexpr const char* boot_call_key = "boot_call";

boot_notes read_boot_notes(const json& driver_internal_info);

/// What a driver reports to have them noted, among the rest of facts::driver_internal_info.
void note_boot_place(json& driver_internal_info, const boot_notes& notes);

/// Column of a node's row: the place, where there is something to make anew should it be lost.
inline constexpr std::string_view boot_place_column = "boot_place";

// Arguments of such a call.
inline constexpr const char* lost_place_argument = "lost_place";
/// The workflow whose ramdisk it is.
inline constexpr const char* operation_argument = "operation";

}  // namespace ironbus
