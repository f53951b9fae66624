#pragma once

#include "messages/base/json_document.hpp"

#include <cstdint>
#include <string_view>

namespace ironbus {

struct interface_implementation;

/// Node data sent with a step, besides the data that every driver needs (names, properties, its own
/// notes, interfaces, power state, the driver_info keys that it declares). A mask. A step is sent
/// without data it does not need: requests stay in queues and may be large.
enum machine_part : uint8_t {
  part_none = 0,
  part_instance = 1U << 0,      ///< instance_info without its config drive.
  part_config_drive = 1U << 1,  ///< instance_info.configdrive.
  part_ports = 1U << 2,
  part_raid = 1U << 3,         ///< target_raid_config.
  part_agent_token = 1U << 4,  ///< driver_internal_info.agent_secret_token.
  part_network_data = 1U << 5,
};

/// The needs of a step of that kind and name. A step that runs in the agent needs the data that
/// every agent command needs.
uint8_t needed_parts(std::string_view interface, std::string_view name, bool in_agent);

/// Whether a declared key pattern (further_keys of an implementation) has at most one `*`, at its
/// beginning or end.
bool is_key_pattern(std::string_view pattern);

/// The driver_info that is sent with the steps of an implementation: the keys it declares. `*`
/// alone does not include secrets.
json needed_driver_info(const interface_implementation& implementation,
                        const json_document& driver_info);

}  // namespace ironbus
