#pragma once

#include "actors/notifications/payload.hpp"

namespace ironbus {

// Of nodes. What is neither a field of the node nor its traits comes from what has happened.
extern const payload_class node_payload;
extern const payload_class node_crud_payload;
extern const payload_class node_power_payload;      ///< Besides: to_power.
extern const payload_class node_corrected_payload;  ///< Besides: from_power.
/// Besides: event, previous_provision_state, previous_target_provision_state.
extern const payload_class node_provision_payload;

/// What is made, changed and deleted besides the nodes: its name here, its name in event types, and
/// what its notifications say of it.
struct notified_object {
  std::string_view kind;  ///< Of a part or a record, such as "volume_connector".
  std::string_view name;  ///< "volumeconnector"
  payload_class payload;
};

/// Null: nothing is said of that kind.
const notified_object* find_notified_object(std::string_view kind);

}  // namespace ironbus
