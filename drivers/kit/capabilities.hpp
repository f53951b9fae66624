#pragma once

#include "messages/base/json.hpp"

#include <map>
#include <optional>
#include <string>

namespace ironbus {

using capabilities = std::map<std::string, std::string, std::less<>>;

/// Parses capabilities: "boot_mode:uefi,secure_boot:true", an object, or an object in a text.
/// Values become lower case. Unset: invalid.
std::optional<capabilities> read_capabilities(const json& document);

/// Checks the capabilities that an instance requires (instance_info.capabilities), and compares
/// them with those of the machine (properties.capabilities). `invalid` names the capability, both
/// values and the allowed values. Unset: they match.
std::optional<failure> check_capabilities(const json& instance_info, const json& properties);

/// "uefi" or "bios": the instance's requirement, else the machine's capability, else uefi.
std::string deploy_boot_mode(const json& instance_info, const json& properties);

}  // namespace ironbus
