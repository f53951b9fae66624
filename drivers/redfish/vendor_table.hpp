#pragma once

#include "drivers/redfish/client/vendor_row.hpp"
#include "messages/base/json.hpp"

#include <span>
#include <string>

namespace ironbus {

/// Properties of a BMC that select its row.
struct redfish_manufacturer {
  std::string vendor;  ///< Of the service, else of the machine.
  std::string model;
  std::string firmware = {};  ///< Of the BMC; empty: unknown.
};

/// The differences of the first matching row; none if no row matches. `own`: rows of the
/// installation, which precede the built-in ones.
vendor_quirks quirks_of(const redfish_manufacturer& maker, std::span<const vendor_row> own = {});

/// Whether a row for that vendor and model depends on the firmware version.
bool firmware_decides(const redfish_manufacturer& maker, std::span<const vendor_row> own = {});

/// Manufacturer of a machine, from its service `root` and its `system`. If the node's
/// properties.vendor is `redfish_compatible`, the BMC always gets complete boot settings.
redfish_manufacturer manufacturer_of(const json& root, const json& system, const json& properties);

}  // namespace ironbus
