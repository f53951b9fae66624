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

/// "uefi" or "bios": the instance's requirement, else the machine's capability. Unset: neither.
std::optional<std::string> named_boot_mode(const json& instance_info, const json& properties);

/// The same; if unset, "uefi".
std::string deploy_boot_mode(const json& instance_info, const json& properties);

/// Compares the named boot mode with the one in which the machine boots; unset: unknown. `invalid`
/// names both. Unset: they match.
std::optional<failure> check_boot_mode(const json& instance_info, const json& properties,
                                       const std::optional<std::string>& booted);

}  // namespace ironbus
