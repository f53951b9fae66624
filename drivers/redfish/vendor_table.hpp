#pragma once

#include "drivers/redfish/client/vendor_row.hpp"
#include "messages/base/json.hpp"

#include <span>
#include <string>

namespace ironbus {

/// What a BMC is, as far as that changes how it is spoken to.
struct redfish_maker {
  std::string vendor;  ///< Of the service, else of the machine.
  std::string model;
  std::string firmware = {};  ///< Of the BMC; empty: not known.
};

/// Of the first row that fits; the usual ones if none does. `own`: the installation's rows, which
/// come before the built-in ones.
vendor_habits habits_of(const redfish_maker& maker, std::span<const vendor_row> own = {});

/// Whether there is a row for that vendor and model which is for some firmware only.
bool firmware_decides(const redfish_maker& maker, std::span<const vendor_row> own = {});

/// Who made a machine: `root` is its service, `system` itself. The node's properties.vendor
/// `redfish_compatible` makes it one whose settings are always said in full.
redfish_maker maker_of(const json& root, const json& system, const json& properties);

}  // namespace ironbus
