#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

// Reads the serial console of a machine whose ramdisk has timed out. The workflow waits a few
// seconds for the output before it fails.

namespace ironbus {

/// Requests the output if the node's console is recorded. False: it was requested before or is not
/// available; the workflow fails now.
bool request_console_output(decision& decision);

/// Whether the call is such a request.
bool is_console_request(const driver_call& call);

/// Drops queued requests that are no longer needed.
void drop_unneeded_console_requests(decision& decision);

/// The end of the request; `answer` as in the contract of console.stop_recording, null: there is
/// none. Does nothing if the agent has sent a heartbeat since.
handler_result console_output_received(decision& decision, const json& answer);

/// After a takeover: requests the output again, and waits as long again.
void repeat_console_request(decision& decision);

}  // namespace ironbus
