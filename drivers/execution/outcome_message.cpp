#include "drivers/execution/outcome_message.hpp"

#include "messages/base/uuid.hpp"
#include "messages/wire/commands.hpp"
#include "messages/wire/routing.hpp"

namespace ironbus {

std::string outcome_text(const execution_context& context, const step_outcome& outcome) {
  envelope out;
  out.id = random_uuid();
  out.type = step_outcome_type;
  out.source = context.source;
  out.subject = outcome.id.node;
  out.time = context.time.now();
  out.data = outcome;
  return encode_envelope(out);
}

outgoing outcome_message(const execution_context& context, const std::string& node,
                         const std::string& text) {
  const auto known = decode_envelope(text);
  outgoing out;
  out.exchange = routing::node_exchange;
  out.routing_key = routing::shard_key(routing::shard_of(node, context.policy->shards));
  out.id = known ? known->id : random_uuid();
  out.body = text;
  out.mandatory = true;
  return out;
}

}  // namespace ironbus
