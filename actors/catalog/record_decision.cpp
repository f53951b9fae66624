#include "actors/catalog/record_decision.hpp"

#include "messages/model/snapshot.hpp"
#include "messages/wire/events.hpp"

namespace ironbus {

record_decision::record_decision(const record_type& type, std::string uuid, record_snapshot before,
                                 const context& ctx, std::string_view seed)
    : next(std::move(before)),
      type_(type),
      uuid_(std::move(uuid)),
      ctx_(ctx),
      ids_(std::string{seed} + uuid_),
      trace_(child_of(ctx.trace, seed)) {}

std::string record_decision::source() const {
  return "/ironbus/conductor/" + std::string{ctx_.conductor};
}

void record_decision::emit(std::string_view suffix, json data) {
  changed = true;
  data["uuid"] = uuid_;
  data["name"] = next.attributes.value("name", json{});
  const auto name = std::string{type_.name} + std::string{suffix};
  envelope head;
  head.id = ids_.next();
  head.type = std::string{event_type_prefix} + name;
  head.source = source();
  head.subject = record_subject(type_.name, uuid_);
  head.time = ctx_.now;
  head.sequence = ++next.sequence;
  head.trace = trace_;
  head.data = data;
  messages_.push_back({.exchange = std::string{routing::event_exchange},
                       .routing_key = routing::event_key(head.subject, name),
                       .id = head.id,
                       .body = encode_envelope(head)});
}

void record_decision::tell_node(const std::string& uuid, const command& command,
                                const std::string& id) {
  changed = true;
  auto head = envelop(command, id, uuid, source(), ctx_.now);
  head.authid = ctx_.user;
  head.trace = trace_;
  messages_.push_back(
      {.exchange = std::string{routing::node_exchange},
       .routing_key = routing::shard_key(routing::shard_of(uuid, ctx_.policy.shards)),
       .id = id,
       .body = encode_envelope(head),
       .mandatory = true});
}

void record_decision::answer_waiting(const awaited_reply& awaited, const reply& reply) {
  changed = true;
  messages_.push_back({.exchange = {},
                       .routing_key = awaited.reply_to,
                       .id = "reply." + awaited.correlation_id,
                       .body = encode_reply(reply),
                       .correlation_id = awaited.correlation_id,
                       .durable = false});
}

}  // namespace ironbus
