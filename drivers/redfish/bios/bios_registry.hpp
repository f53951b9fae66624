#pragma once

#include "drivers/redfish/client/redfish_client.hpp"
#include "messages/model/components.hpp"

#include <map>
#include <string>

namespace ironbus {

/// What an attribute registry (DSP0266, "Attribute registries") says of attributes, by their names;
/// without values.
using bios_registry = std::map<std::string, bios_setting, std::less<>>;

using registry_result = boost::asio::awaitable<redfish_result<bios_registry>>;

/// The registry of that id. Empty: the BMC has none; settings are known by name and value then.
/// Only those that may be the one are read, as they are large and many.
registry_result get_bios_registry(redfish_client bmc, std::string id);

/// The same of its text, at most `bios_attributes_max`; what is not as it should be is left out.
bios_registry read_bios_registry(const json& registry);

inline constexpr size_t bios_attributes_max = 4000;
inline constexpr size_t bios_name_bytes_max = 255;

}  // namespace ironbus
