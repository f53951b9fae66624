#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Asks a driver for something in the name of a client; the answer goes to the client when the
/// driver has given it. Refused (`invalid`) if the node's interface has no such method or an
/// argument is missing.
void call_interface(decision& decision, const call_driver& command);

/// PUT …/states/raid: what the raid interface is to make of the disks.
void change_target_raid(decision& decision, const set_target_raid& command);

/// Sends the call that is due, if any.
void start_driver_call(decision& decision);

/// Whoever waits is told; if nobody does, last_error tells of a failure.
handler_result driver_call_ended(decision& decision, const step_outcome& outcome,
                                 const step_in_flight& was);
handler_result driver_call_silent(decision& d, const std::string& reason,
                                  const step_in_flight& was);

}  // namespace ironbus
