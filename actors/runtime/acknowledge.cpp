#include "actors/runtime/acknowledge.hpp"

#include "actors/outbox.hpp"
#include "actors/runtime/protocol.hpp"

#include <caf/all.hpp>

namespace ironbus {

namespace {

/// One of the conditions of the ack is met.
void count_down_to_ack(bus& messages, delivery_tag tag, std::atomic<int>& missing) {
  if (--missing == 0) messages.ack(tag);
}

/// A message that was delivered again has not crashed this process.
void clear_of_suspicion(const environment& env, const inbound& message) {
  if (!message.redelivered) return;
  if (const auto typed_actor = caf::actor_cast<runtime::suspects_actor>(env.suspects))
    caf::anon_send(typed_actor, runtime::local{runtime::ended{message.id}});
}

/// Appends an event without state, as a commit of a record that it creates and deletes. If the
/// commit fails, the bus has the event and the log lacks it.
void append_to_log(environment& env, const std::string& subject, const outgoing& event) {
  event_record labels;
  labels.subject = subject;
  commit x;
  x.aggregate = "dead_letter";
  x.id = event.id;
  x.erase = true;
  x.events = events_among({event}, env.time.now(), labels, false);
  env.records.apply(std::move(x), [](const commit_result&) {});
}

}  // namespace

void answer(environment& env, const inbound& message, const reply& text) {
  if (message.reply_to.empty() || text.later) return;
  ++*message.missing_to_ack;
  env.messages.publish(
      {.exchange = {},
       .routing_key = message.reply_to,
       .id = "reply." + message.id,
       .body = encode_reply(text),
       .correlation_id = message.correlation_id,
       .durable = false},
      [&messages = env.messages, tag = message.tag, missing = message.missing_to_ack](
          const result<std::monostate>&) { count_down_to_ack(messages, tag, *missing); });
}

void acknowledge(environment& env, const inbound& message) {
  ++env.counters.messages;
  clear_of_suspicion(env, message);
  if (!message.from_bus) return;
  count_down_to_ack(env.messages, message.tag, *message.missing_to_ack);
  --env.counters.in_work;
}

void requeue(environment& env, const inbound& message) {
  clear_of_suspicion(env, message);
  if (!message.from_bus) return;
  env.messages.reject(message.tag, true);
  --env.counters.in_work;
}

void dead_letter(environment& env, const inbound& message, const std::string& why) {
  ++env.counters.dead_lettered;
  clear_of_suspicion(env, message);
  answer(env, message,
         {failure{error_code::internal, "The request could not be handled: " + why}, {}});
  envelope head;
  head.id = "dead." + message.id;
  head.type = std::string{event_type_prefix} + std::string{event::message_dead_lettered};
  head.source = "/ironbus/conductor/" + env.runtime.name;
  head.subject = message.subject;
  head.time = env.time.now();
  head.data = json{
      {"uuid", split_subject(message.subject).second}, {"message_id", message.id}, {"error", why}};
  const outgoing event{
      .exchange = std::string{routing::event_exchange},
      .routing_key = routing::event_key(message.subject, event::message_dead_lettered),
      .id = head.id,
      .body = encode_envelope(head)};
  append_to_log(env, message.subject, event);
  env.messages.publish(event);
  if (!message.from_bus) return;
  env.messages.reject(message.tag, false);
  --env.counters.in_work;
}

}  // namespace ironbus
