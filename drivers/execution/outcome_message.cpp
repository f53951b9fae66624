#include "drivers/execution/outcome_message.hpp"

#include "messages/base/uuid.hpp"
#include "messages/wire/commands.hpp"
#include "messages/wire/routing.hpp"

namespace ironbus {

std::shared_ptr<const call_origin> origin_of(const envelope& envelope,
                                             const step_request& request) {
  if (!envelope.trace.is_set()) return nullptr;
  return std::make_shared<const call_origin>(call_origin{
      envelope.trace, request.id.node, request.what.interface + "." + request.what.name});
}

std::string outcome_text(const execution_context& context, const step_outcome& outcome,
                         const call_origin* origin) {
  envelope out;
  out.id = random_uuid();
  out.type = step_outcome_type;
  out.source = context.source;
  out.subject = outcome.id.node;
  out.time = context.time.now();
  out.data = outcome;
  if (origin != nullptr) out.trace = origin->step;
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
