#pragma once

#include "actors/node/base/node_message.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Decides on a message without side effects. `before` is null if the node does not exist (yet).
/// `id` identifies the message: a repeated message changes nothing and gets the same reply. May
/// throw std::exception on a bug; then nothing has changed.
decision decide(const node_snapshot* before, const std::string& uuid, const std::string& id,
                const node_message& message, const context& ctx);

}  // namespace ironbus
