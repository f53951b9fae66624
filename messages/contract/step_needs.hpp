#pragma once

#include "messages/base/json_document.hpp"

#include <cstdint>
#include <string_view>

namespace ironbus {

struct interface_implementation;

/// What goes out with a step besides what every driver needs of its node (names, properties, its
/// own notes, interfaces, power state, the keys of driver_info that it declares). A mask. What a
/// step does not need it does not carry: requests rest in queues, and may be large.
enum machine_part : uint8_t {
  part_none = 0,
  part_instance = 1U << 0,      ///< instance_info, but for its config drive.
  part_config_drive = 1U << 1,  ///< instance_info.configdrive.
  part_ports = 1U << 2,
  part_raid = 1U << 3,         ///< target_raid_config.
  part_agent_token = 1U << 4,  ///< driver_internal_info.agent_secret_token.
  part_network_data = 1U << 5,
};

/// Of a step of that kind and name. One that is given to the agent needs what agents are told of
/// their node with each.
uint8_t needed_parts(std::string_view interface, std::string_view name, bool in_agent);

/// Whether a declared name of keys (further_keys of an implementation) has at most one `*`, at its
/// begin or its end.
bool is_key_pattern(std::string_view pattern);

/// The part of a driver_info that goes out with the steps of an implementation: the keys it
/// declares. Secrets only under keys that it declares by more than `*`.
json needed_driver_info(const interface_implementation& implementation,
                        const json_document& driver_info);

}  // namespace ironbus
