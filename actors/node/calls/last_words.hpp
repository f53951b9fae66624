#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

// What the serial console of a machine has shown, where the ramdisk in it is not heard of in time:
// it is asked for before the workflow fails, and waited for only for moments.

namespace ironbus {

/// Asks for it, where the node's console is written down. False: it has been asked for before, or
/// nobody can be asked; the workflow fails now.
bool ask_console(decision& decision);

/// Whether a call is that question.
bool asks_for_last_words(const driver_call& call);

/// Drops such calls that have not gone out and that nobody waits for any more.
void drop_needless_questions(decision& decision);

/// Its end; `answer` as the contract of console.stop_recording, null: there was none. Does nothing
/// if the agent has come meanwhile.
handler_result last_words_came(decision& decision, const json& answer);

/// Whoever takes the node over asks anew, and waits as long for the answer.
void ask_console_again(decision& decision);

}  // namespace ironbus
