#pragma once

#include "drivers/redfish/client/redfish_client.hpp"
#include "messages/model/components.hpp"

#include <map>
#include <string>

namespace ironbus {

/// Attribute properties from an attribute registry (DSP0266, "Attribute registries"), by attribute
/// name. Contains no values.
using bios_registry = std::map<std::string, bios_setting, std::less<>>;

using registry_result = boost::asio::awaitable<redfish_result<bios_registry>>;

/// Fetches the registry of that id. Empty if the BMC has none; settings then have only names and
/// values. Reads only likely files, because registries are large and numerous.
registry_result get_bios_registry(redfish_client bmc, std::string id);

/// Parses a registry, at most `bios_attributes_max` attributes. Skips malformed ones.
bios_registry read_bios_registry(const json& registry);

inline constexpr size_t bios_attributes_max = 4000;
inline constexpr size_t bios_name_bytes_max = 255;

}  // namespace ironbus
