#include "actors/node/base/node_message.hpp"

namespace ironbus {

result<node_message> decode_node_message(const envelope& envelope) {
  if (envelope.type == step_outcome_type) {
    auto outcome = decode<step_outcome>(envelope.data);
    if (!outcome) return tl::unexpected(outcome.error());
    return node_message{std::move(*outcome)};
  }
  auto decoded = decode_command(envelope);
  if (!decoded) return tl::unexpected(decoded.error());
  return node_message{std::move(*decoded)};
}

bool begins_node(const node_message& message) {
  const auto* x = std::get_if<command>(&message);
  if (x == nullptr) return false;
  const auto* data = std::get_if<continue_inspection>(x);
  return std::holds_alternative<create_node>(*x) || (data != nullptr && data->discover_as);
}

}  // namespace ironbus
