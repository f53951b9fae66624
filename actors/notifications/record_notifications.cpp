#include "actors/notifications/record_notifications.hpp"

#include "actors/notifications/payload_classes.hpp"
#include "actors/notifications/request_pair.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus {

namespace {

bool is_change_asked_for(const record_message& message) {
  const auto* order = std::get_if<record_command>(&message);
  return order != nullptr && (std::holds_alternative<update_record>(*order) ||
                              std::holds_alternative<set_traits>(*order));
}

/// Conditions and actions of a sensitive rule are hidden.
void hide_sensitive_fields(json& data) {
  if (data.value("sensitive", json{}) != true) return;
  for (const auto* name : {"actions", "conditions"}) data[name] = nullptr;
}

json data_of(const notified_object& object, const record_decision& decided,
             const json& attributes) {
  auto out = payload_data(object.payload, decided.type().fields, attributes);
  hide_sensitive_fields(out);
  return out;
}

/// The data at the start; unset: the decision has no notification.
std::optional<json> start_of(const record_snapshot* before, const notified_object& object,
                             const record_decision& decided, const record_message& message) {
  if (before == nullptr) return unmade();
  if (decided.erased) return json::object();
  if (!is_change_asked_for(message) || before->attributes == decided.next.attributes)
    return std::nullopt;
  return unchanged_since(data_of(object, decided, before->attributes));
}

}  // namespace

void notify(const record_snapshot* before, record_decision& decided,
            const record_message& message) {
  const auto* object = find_notified_object(decided.type().name);
  if (object == nullptr) return;
  const auto at_start = start_of(before, *object, decided, message);
  if (!at_start) return;
  const auto& ctx = decided.ctx();
  notifier out{ctx, std::string{ctx.user}, std::string{ctx.request_id},
               [&decided] { return decided.ids().next(); }};
  const auto action = before == nullptr ? "create" : decided.erased ? "delete" : "update";
  tell(out, {object->name, action, object->payload},
       data_of(*object, decided, decided.next.attributes), *at_start);
  for (auto& sent : out.take()) decided.send(std::move(sent));
}

}  // namespace ironbus
