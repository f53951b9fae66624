#pragma once

#include "messages/base/errors.hpp"

#include <string>
#include <variant>

namespace ironbus::simulator {

/// Makes a UEFI firmware boot this URI once at its next start, like HttpBootUri of a BMC. Writes
/// the variables BootNext and its boot option to a variable store of edk2 (MdeModulePkg
/// VariableFormat.h; UEFI 2.10, 3.1.3 and 10.3.4.23), the content of a flash file. Invalidates the
/// variables of earlier calls. Fails with `invalid` if it is not such a store, or if it is full.
result<std::monostate> set_http_boot(std::string& store, const std::string& uri);

}  // namespace ironbus::simulator
