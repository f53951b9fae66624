#pragma once

#include "drivers/redfish/client/firmware_range.hpp"
#include "messages/base/errors.hpp"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace ironbus {

/// How one vendor's BMCs differ. There is nothing about vendors outside of the table of these.
struct vendor_habits {
  /// Boot is taken as a whole: target, Enabled and mode, whatever changes of it.
  bool boot_whole = false;
  /// What the optical drive is called where the BMC offers it; empty: Cd.
  std::string optical_drive = {};
  /// Which boot interface boots from virtual media, as the usual one would boot something else;
  /// empty: the usual one does.
  std::string media_boot_interface = {};
};

/// Of which BMCs the habits are.
struct vendor_row {
  std::string vendor;            ///< In small letters; the vendor's name holds it.
  std::string model = {};        ///< The same; empty: all.
  firmware_range firmware = {};  ///< Of the BMC.
  vendor_habits habits = {};
};

/// A row as the option redfish.vendor_rows has it.
using vendor_row_text = std::map<std::string, std::string>;

/// The keys it may have, as a list.
std::string vendor_row_keys();

/// The rows of that option. `invalid` names the row, the key, its value and what is allowed.
result<std::vector<vendor_row>> read_vendor_rows(std::span<const vendor_row_text> rows);

}  // namespace ironbus
