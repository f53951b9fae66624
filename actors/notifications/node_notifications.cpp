#include "actors/notifications/node_notifications.hpp"

#include "actors/notifications/node_notification_writer.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

bool always(const node_notification_writer&) { return true; }

template <class Command>
bool asked_by(const node_notification_writer& writer) {
  return writer.is_asked_by<Command>();
}

/// A node's event and its notification.
struct notified_event {
  std::string_view type;
  bool (*when)(const node_notification_writer&);
  void (*tell)(node_notification_writer&, const json& data);
};

constexpr std::array notified_events{
    notified_event{event::node_created, always, notify_creation},
    notified_event{event::node_updated, asked_by<update_node>, notify_change},
    notified_event{event::traits_changed, asked_by<set_traits>, notify_change},
    notified_event{event::node_deleted, always, notify_deletion},
    notified_event{event::maintenance_changed, asked_by<set_maintenance>, notify_maintenance},
    notified_event{event::provision_state_changed, always, notify_transition},
    notified_event{event::sensors_read, always, notify_sensors},
};

struct happened {
  std::string type;
  json data;
};

/// The events of the decision, in order.
std::vector<happened> events_of(const decision& decided) {
  std::vector<happened> out;
  for (const auto& message : decided.messages()) {
    if (message.exchange != routing::event_exchange) continue;
    const auto head = decode_envelope(message.body);
    out.push_back(
        {head->type.substr(event_type_prefix.size()), *parse_own_json(head->data.text())});
  }
  return out;
}

/// Notifications of events before a state change show the node in its earlier state.
void restore_earlier_states(node_notification_writer& writer, const std::vector<happened>& events) {
  const auto first = std::find_if(events.begin(), events.end(), [](const auto& event) {
    return event.type == event::provision_state_changed;
  });
  if (first == events.end()) return;
  set_field(writer.now, "provision_state", first->data.at("from"));
  set_field(writer.now, "target_provision_state", first->data.at("previous_target"));
  writer.now.provision_updated_at.reset();
  if (writer.before != nullptr)
    writer.now.provision_updated_at = writer.before->attributes.provision_updated_at;
}

void notify_event(node_notification_writer& writer, const happened& event) {
  const auto row = std::find_if(notified_events.begin(), notified_events.end(),
                                [&](const auto& each) { return each.type == event.type; });
  if (row == notified_events.end()) return notify_part(writer, event.type, event.data);
  if (row->when(writer)) row->tell(writer, event.data);
}

}  // namespace

void notify(const node_snapshot* before, decision& decided, const node_message& message) {
  notifier out{decided.ctx(), decided.user(), decided.request_id(),
               [&decided] { return decided.fresh_id(); }};
  node_notification_writer writer{out, before, decided, message, decided.next.attributes};
  const auto events = events_of(decided);
  restore_earlier_states(writer, events);
  notify_ended_action(writer);
  for (const auto& event : events) notify_event(writer, event);
  notify_corrected_power(writer);
  notify_started_action(writer);
  for (auto& sent : out.take()) decided.send(std::move(sent));
}

}  // namespace ironbus
