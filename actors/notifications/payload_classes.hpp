#pragma once

#include "actors/notifications/payload.hpp"

namespace ironbus {

// Of nodes. Members that are neither a field nor a trait of the node come from the event.
extern const payload_class node_payload;
extern const payload_class node_crud_payload;
extern const payload_class node_power_payload;      ///< In addition: to_power.
extern const payload_class node_corrected_payload;  ///< In addition: from_power.
/// In addition: event, previous_provision_state, previous_target_provision_state.
extern const payload_class node_provision_payload;

/// An object other than a node that is created, changed and deleted: its name here, its name in
/// event types, and its notifications.
struct notified_object {
  std::string_view kind;  ///< Of a part or a record, such as "volume_connector".
  std::string_view name;  ///< "volumeconnector"
  payload_class payload;
};

/// Null: that kind has no notifications.
const notified_object* find_notified_object(std::string_view kind);

}  // namespace ironbus
