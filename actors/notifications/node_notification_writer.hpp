#pragma once

#include "actors/node/base/node_message.hpp"
#include "actors/node/decision/decision.hpp"
#include "actors/notifications/notifier.hpp"
#include "actors/notifications/payload_classes.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus {

/// The state while the notifications of one decision are written in order.
struct node_notification_writer {
  notifier& out;
  const node_snapshot* before;  ///< Null: the node did not exist.
  const decision& decided;
  const node_message& message;
  /// The node at the time of the current notification: one decision may pass through several
  /// states.
  node now;

  /// The node in a payload of that class.
  json data(const payload_class& type) const { return data(type, now); }
  json data(const payload_class& type, const node& shown) const;

  template <class Command>
  bool is_asked_by() const {
    const auto* order = std::get_if<command>(&message);
    return order != nullptr && std::holds_alternative<Command>(*order);
  }
};

/// Sets a field of the node by name, from a value in event form.
void set_field(node& x, std::string_view name, const json& value);

// Notifications of a node's events; `data` is the event's.
void notify_creation(node_notification_writer& writer, const json& data);
void notify_change(node_notification_writer& writer, const json& data);
void notify_deletion(node_notification_writer& writer, const json& data);
void notify_maintenance(node_notification_writer& writer, const json& data);
void notify_transition(node_notification_writer& writer, const json& data);
void notify_sensors(node_notification_writer& writer, const json& data);
/// Of a part: `type` is the event's, such as "port_created".
void notify_part(node_notification_writer& writer, std::string_view type, const json& data);

// Notifications of the decision as a whole.
void notify_ended_action(node_notification_writer& writer);
void notify_started_action(node_notification_writer& writer);
void notify_corrected_power(node_notification_writer& writer);

}  // namespace ironbus
