#pragma once

#include "messages/base/json.hpp"

#include <map>
#include <optional>
#include <string>

namespace ironbus {

using capabilities = std::map<std::string, std::string, std::less<>>;

/// Reads "boot_mode:uefi,secure_boot:true", the same as an object, or as an object in a text;
/// values in small letters. Unset: it is none of these.
std::optional<capabilities> read_capabilities(const json& document);

/// Checks what an instance wants of the machine (instance_info.capabilities) in itself and against
/// what the machine is said to be (properties.capabilities). `invalid` names the capability, both
/// values and what is allowed; unset: they agree.
std::optional<failure> check_capabilities(const json& instance_info, const json& properties);

/// "uefi" or "bios": what the instance wants, else what the machine is said to be, else uefi.
std::string deploy_boot_mode(const json& instance_info, const json& properties);

}  // namespace ironbus
