#include "actors/notifications/node_notification_writer.hpp"

#include "actors/node/base/part_kind.hpp"
#include "actors/notifications/driver_action.hpp"
#include "actors/notifications/request_pair.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr std::string_view object_name = "node";

void tell_one(node_notification_writer& writer, std::string_view action, std::string_view status,
              const payload_class& type, json data) {
  writer.out.tell({object_name, action, status, conductor_service},
                  make_payload(type, std::move(data)));
}

json updated_at_before(const node_notification_writer& writer) {
  return unchanged_since(writer.data(node_payload, writer.before->attributes));
}

void notify_action(node_notification_writer& writer, const driver_action& action,
                   std::string_view status) {
  if (!writer.out.wants(status)) return;
  const bool power = action.args.contains("target");
  const auto& type = power ? node_power_payload : node_payload;
  auto data = writer.data(type);
  if (power) data["to_power"] = action.args.at("target");
  tell_one(writer, action.name, status, type, std::move(data));
}

bool is_done(const node_message& message) {
  const auto* outcome = std::get_if<step_outcome>(&message);
  return outcome != nullptr && outcome->status == step_status::done;
}

template <class T>
const T* find_part(const std::vector<T>& all, const json& uuid) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& x) { return uuid == x.uuid; });
  return found == all.end() ? nullptr : &*found;
}

/// The data of a part in its payload; null if the snapshot has no such part.
json part_data(const notified_object& object, const node_snapshot& owner, const json& uuid) {
  json out;
  for_each_part_kind([&](const auto& kind) {
    if (kind.name != object.kind) return;
    if (const auto* part = find_part(owner.*(kind.all), uuid))
      out = payload_data(object.payload, kind.fields(), *part);
  });
  return out;
}

}  // namespace

json node_notification_writer::data(const payload_class& type, const node& shown) const {
  auto out = payload_data(type, node_fields(), shown);
  out["traits"] = decided.next.traits;
  return out;
}

void set_field(node& x, std::string_view name, const json& value) {
  find_field(node_fields(), name)->set(x, value);
}

void notify_creation(node_notification_writer& writer, const json&) {
  tell(writer.out, {object_name, "create", node_crud_payload}, writer.data(node_crud_payload),
       unmade());
}

void notify_change(node_notification_writer& writer, const json&) {
  tell(writer.out, {object_name, "update", node_crud_payload}, writer.data(node_crud_payload),
       updated_at_before(writer));
}

void notify_deletion(node_notification_writer& writer, const json&) {
  tell(writer.out, {object_name, "delete", node_crud_payload}, writer.data(node_crud_payload));
}

void notify_maintenance(node_notification_writer& writer, const json&) {
  tell(writer.out, {object_name, "maintenance_set", node_payload}, writer.data(node_payload),
       updated_at_before(writer));
}

void notify_transition(node_notification_writer& writer, const json& data) {
  set_field(writer.now, "provision_state", data.at("to"));
  set_field(writer.now, "target_provision_state", data.at("target"));
  set_field(writer.now, "last_error", data.at("last_error"));
  writer.now.provision_updated_at = writer.decided.next.attributes.provision_updated_at;
  const auto status = data.at("status").get<std::string>();
  if (!writer.out.wants(status)) return;
  auto shown = writer.data(node_provision_payload);
  shown["event"] = data.at("event");
  shown["previous_provision_state"] = data.at("from");
  shown["previous_target_provision_state"] = data.at("previous_target");
  tell_one(writer, "provision_set", status, node_provision_payload, std::move(shown));
}

void notify_sensors(node_notification_writer& writer, const json& data) {
  const auto& ctx = writer.out.ctx();
  if (!ctx.options.notifications.sensors) return;
  auto time = to_string(ctx.now);
  writer.out.notify_sensors(writer.now.driver,
                            {{"message_id", writer.out.fresh_id()},
                             {"timestamp", time.substr(0, time.find('+'))},
                             {"instance_uuid", writer.now.instance_uuid},
                             {"node_uuid", writer.now.uuid},
                             {"node_name", writer.now.name},
                             {"event_type", "hardware." + writer.now.driver + ".metrics.update"},
                             {"payload", data.at("sensors")}});
}

void notify_part(node_notification_writer& writer, std::string_view type, const json& data) {
  const auto end = type.rfind('_');
  const auto* object = find_notified_object(type.substr(0, end));
  const bool asked = writer.is_asked_by<create_part>() || writer.is_asked_by<update_part>() ||
                     writer.is_asked_by<delete_part>();
  if (object == nullptr || !asked) return;
  const auto& uuid = data.at(std::string{object->kind} + "_uuid");
  const auto was = part_data(*object, *writer.before, uuid);
  const auto is = part_data(*object, writer.decided.next, uuid);
  if (was.is_null())
    tell(writer.out, {object->name, "create", object->payload}, is, unmade());
  else if (is.is_null())
    tell(writer.out, {object->name, "delete", object->payload}, was);
  else
    tell(writer.out, {object->name, "update", object->payload}, is, unchanged_since(was));
}

void notify_ended_action(node_notification_writer& writer) {
  if (writer.before == nullptr || writer.decided.erased) return;
  const auto was = action_in_flight(*writer.before);
  const auto is = action_in_flight(writer.decided.next);
  if (was && !(is && is->is(*was)))
    notify_action(writer, *was, is_done(writer.message) ? "end" : "error");
}

void notify_started_action(node_notification_writer& writer) {
  if (writer.decided.erased) return;
  const auto was = writer.before != nullptr ? action_in_flight(*writer.before) : std::nullopt;
  const auto is = action_in_flight(writer.decided.next);
  if (is && !(was && was->is(*is))) notify_action(writer, *is, "start");
}

/// Also if the state has become unknown.
void notify_corrected_power(node_notification_writer& writer) {
  if (!writer.is_asked_by<observe_power>() || !writer.out.wants("success")) return;
  const auto& was = writer.before->attributes.power_state;
  if (was == writer.now.power_state) return;
  auto data = writer.data(node_corrected_payload);
  data["from_power"] = was;
  tell_one(writer, "power_state_corrected", "success", node_corrected_payload, std::move(data));
}

}  // namespace ironbus
