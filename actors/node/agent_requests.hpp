#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// GET /v1/lookup: issues a token to the agent the first time.
handler_result look_up(decision& decision, const agent_lookup& lookup);

/// The token in the answer to a lookup: in clear if this lookup brought it, else masked.
std::string issued_token(const node& attributes, const agent_lookup& x);

/// POST /v1/heartbeat: checks the token and the address, records changes, and resumes a node that
/// waits for its agent. A heartbeat without news changes nothing.
handler_result heartbeat(decision& decision, const agent_heartbeat& heartbeat);

/// Records a refused call of the agent that the node waits for, for /why. A caller with the
/// machine's addresses can cause this, so it happens at most twice a minute and changes nothing
/// else.
handler_result note_refused_agent(decision& decision, const agent_refused& call);

/// Saves the time of the heartbeat if that is due or other changes are saved.
void save_heartbeat_time(decision& d);

}  // namespace ironbus
