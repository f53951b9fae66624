#pragma once

#include "actors/node/base/node_message.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Decides what a message leads to, and does nothing. `before` is null for a node that does not
/// exist (yet). `id` names the message: applied once, a second time it changes nothing and is
/// answered as the first time. May throw std::exception on a defect of ours; then nothing has
/// happened.
decision decide(const node_snapshot* before, const std::string& uuid, const std::string& id,
                const node_message& message, const context& ctx);

}  // namespace ironbus
