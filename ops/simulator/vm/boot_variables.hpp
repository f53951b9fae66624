#pragma once

#include "messages/base/errors.hpp"

#include <string>
#include <variant>

namespace ironbus::simulator {

/// Has a UEFI firmware boot that address at its next start, once, as a BMC does that is told
/// HttpBootUri: writes the variables BootNext and the boot option it names to a store of edk2's
/// (MdeModulePkg VariableFormat.h; UEFI 2.10, 3.1.3 and 10.3.4.23), the file of a flash. Former
/// ones of ours are given up. `invalid` if it is no such store, or has no room left.
result<std::monostate> want_http_boot(std::string& store, const std::string& uri);

}  // namespace ironbus::simulator
