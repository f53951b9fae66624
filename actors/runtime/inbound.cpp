#include "actors/runtime/inbound.hpp"

namespace ironbus {

namespace {

using any_message = std::variant<node_message, record_message>;

/// A message of the conductor itself, without an ack.
inbound_ptr make_own(std::string subject, const char* name, any_message what, timestamp now) {
  auto out = std::make_shared<inbound>();
  out->id = std::string{name} + "." + std::to_string(now.time_since_epoch().count());
  out->subject = std::move(subject);
  out->sent = now;
  out->what = std::move(what);
  out->from_bus = false;
  return out;
}

/// A reminder for the subject, a node or a record.
template <class Reminder>
any_message remind(const std::string& subject) {
  if (split_subject(subject).first.empty()) return node_message{Reminder{}};
  return record_message{Reminder{}};
}

result<any_message> decode_message(const envelope& envelope) {
  const auto type = split_subject(envelope.subject).first;
  if (type.empty()) return decode_node_message(envelope).map([](auto y) { return any_message{y}; });
  if (find_record_type(type) == nullptr)
    return fail(error_code::invalid, "'" + envelope.subject.substr(0, 80) + "' is not a record");
  return decode_record_command(envelope).map([](auto y) { return any_message{record_message{y}}; });
}

}  // namespace

result<inbound_ptr> decode_inbound(const delivery& delivery) {
  auto head = decode_envelope(delivery.body);
  if (!head) return tl::unexpected(head.error());
  auto what = decode_message(*head);
  if (!what) return tl::unexpected(what.error());
  auto out = std::make_shared<inbound>();
  out->tag = delivery.tag;
  out->reply_to = delivery.reply_to;
  out->correlation_id = delivery.correlation_id;
  out->redelivered = delivery.redelivered;
  out->id = std::move(head->id);
  out->type = std::move(head->type);
  out->subject = std::move(head->subject);
  out->sent = head->time;
  out->expires = expiry_of(*head);
  out->user = std::move(head->authid);
  out->request_id = std::move(head->request_id);
  out->trace = std::move(head->trace);
  out->seen = std::move(head->seen);
  out->what = std::move(*what);
  return out;
}

inbound_ptr make_deadline(std::string subject, timestamp now) {
  auto what = remind<deadline_passed>(subject);
  return make_own(std::move(subject), "deadline", std::move(what), now);
}

inbound_ptr make_order(std::string subject, command order, timestamp now) {
  const auto name = type_of(order);
  return make_own(std::move(subject), name.c_str(), node_message{std::move(order)}, now);
}

inbound_ptr make_taken_over(std::string subject, timestamp now) {
  auto what = remind<taken_over>(subject);
  return make_own(std::move(subject), "taken_over", std::move(what), now);
}

inbound_ptr make_rows_found(std::string subject, rows_found rows, timestamp now) {
  return make_own(std::move(subject), "rows_found", record_message{std::move(rows)}, now);
}

inbound_ptr make_unserved(const outgoing& request, const served_groups* served, timestamp now) {
  const auto head = decode_envelope(request.body);
  if (served == nullptr || !head || head->type != step_request_type) return nullptr;
  const auto asked = decode<step_request>(head->data);
  if (!asked || served->has(asked->machine.conductor_group)) return nullptr;
  step_outcome end;
  end.id = asked->id;
  end.status = step_status::failed;
  end.reason = served->refusal(asked->machine.conductor_group) + ".";
  return make_own(asked->id.node, "unserved", node_message{std::move(end)}, now);
}

bool has_expired(const inbound& x, timestamp now) { return !x.reply_to.empty() && now > x.expires; }

}  // namespace ironbus
