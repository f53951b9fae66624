#pragma once

#include "messages/base/json.hpp"

#include <span>
#include <string>
#include <string_view>

namespace ironbus {

/// What a BMC is, as far as that changes how it is spoken to.
struct redfish_maker {
  std::string vendor;  ///< Of the service, else of the machine.
  std::string model;
};

/// How one vendor's BMCs differ. There is nothing about vendors outside of the table.
struct vendor_habits {
  /// Boot is taken as a whole: target, Enabled and mode, whatever changes of it.
  bool boot_whole = false;
  /// What the optical drive is called where the BMC offers it; empty: Cd.
  std::string_view optical_drive = {};
};

/// Of the first row that fits; the usual ones if none does.
const vendor_habits& habits_of(const redfish_maker& maker);

/// Who made a machine: `root` is its service, `system` itself. The node's properties.vendor
/// `redfish_compatible` makes it one whose settings are always said in full.
redfish_maker maker_of(const json& root, const json& system, const json& properties);

}  // namespace ironbus
