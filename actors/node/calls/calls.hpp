#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Calls a driver for a client; the client gets the reply when the driver has answered. Rejected
/// (`invalid`) if the node's interface has no such method or an argument is missing.
void call_interface(decision& decision, const call_driver& command);

/// PUT …/states/raid: stores the target configuration for the raid interface.
void change_target_raid(decision& decision, const set_target_raid& command);

/// Sends the next call, if one is due.
void start_driver_call(decision& decision);

/// Replies to a waiting client; without one, a failure is stored in last_error.
handler_result driver_call_ended(decision& decision, const step_outcome& outcome,
                                 const step_in_flight& was);
handler_result driver_call_silent(decision& d, const std::string& reason,
                                  const step_in_flight& was);

}  // namespace ironbus
