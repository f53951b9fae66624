#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

// A task of the machine as the workflow sees it: the drivers poll it until it has ended. Nothing is
// known of it but its handle, so any worker can be asked, and a poll that is lost is made up for by
// the next one.

/// Asks the drivers how far the task is that the workflow waits for, if that is due, and sets the
/// time of the next poll. Pauses are as long as the wait has taken so far, within the limits of the
/// options: they double.
void poll_task(decision& decision);

/// The end of the wait has passed, and before it a poll that nobody has made: no conductor was
/// there. The machine may be ready for long, so it is asked first, and given the longest pause to
/// answer; then there is no poll before the end any more. False: it has been asked in time.
bool poll_before_expiry(decision& decision);

/// The machine has been polled and goes on, under a handle or after a pause of its own choice.
void task_goes_on(decision& decision, const step_outcome& outcome);

}  // namespace ironbus
