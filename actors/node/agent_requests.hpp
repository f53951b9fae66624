#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// GET /v1/lookup: gives the agent its token the first time.
handler_result look_up(decision& decision, const agent_lookup& lookup);

/// What a lookup answers: the token where it is the one that the lookup brought, else masked.
std::string issued_token(const node& attributes, const agent_lookup& x);

/// POST /v1/heartbeat: checks the token and the address, notes what is news, and lets a node that
/// waits for its agent go on. A beat that is no news changes nothing.
handler_result heartbeat(decision& decision, const agent_heartbeat& heartbeat);

/// Saves when the agent has called, if that is due or anything else is saved.
void stamp_agent_call(decision& d);

}  // namespace ironbus
