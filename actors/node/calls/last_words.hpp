#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

// Reads the serial console of a machine whose ramdisk has timed out. The workflow waits a few
// seconds for the output before it fails.

namespace ironbus {

/// Requests the output if the node's console is recorded. False: it was requested before or is not
/// available; the workflow fails now.
bool ask_console(decision& decision);

/// Whether the call is such a request.
bool asks_for_last_words(const driver_call& call);

/// Drops queued requests that are no longer needed.
void drop_needless_questions(decision& decision);

/// The end of the request; `answer` as in the contract of console.stop_recording, null: there is
/// none. Does nothing if the agent has sent a heartbeat meanwhile.
handler_result last_words_came(decision& decision, const json& answer);

/// After a takeover: requests the output again, and waits as long again.
void ask_console_again(decision& decision);

}  // namespace ironbus
