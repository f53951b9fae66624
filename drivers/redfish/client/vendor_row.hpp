#pragma once

#include "drivers/redfish/client/firmware_range.hpp"
#include "messages/base/errors.hpp"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace ironbus {

/// Differences of one vendor's BMCs. All vendor-specific knowledge is in the table of these rows.
struct vendor_quirks {
  /// The BMC accepts Boot only as a whole: target, Enabled and mode.
  bool boot_whole = false;
  /// Boot target of the optical drive, if the BMC offers it; empty: Cd.
  std::string optical_drive = {};
  /// The boot interface for virtual media, if the usual one would boot another device; empty: the
  /// usual one.
  std::string media_boot_interface = {};
};

/// The BMCs that have these differences.
struct vendor_row {
  std::string vendor;            ///< In lower case; a part of the vendor's name.
  std::string model = {};        ///< The same for the model; empty: all.
  firmware_range firmware = {};  ///< Of the BMC.
  vendor_quirks habits = {};
};

/// A row of the option redfish.vendor_rows.
using vendor_row_text = std::map<std::string, std::string>;

/// The allowed keys, as a list.
std::string vendor_row_keys();

/// Parses the rows of that option. `invalid` names the row, the key, its value and the allowed
/// values.
result<std::vector<vendor_row>> read_vendor_rows(std::span<const vendor_row_text> rows);

}  // namespace ironbus
