#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

// The workflow's view of a task of the machine: the drivers poll it until it has ended. The node
// knows only its handle, so any worker can poll it, and the next poll replaces a lost one.

/// Polls the awaited task if that is due, and schedules the next poll. A pause is as long as the
/// wait so far, within the limits of the options, so pauses double.
void poll_task(decision& decision);

/// The wait has expired after a poll was missed, because no conductor was running. The machine may
/// have been ready for long, so it is polled first, with the longest pause to answer; this happens
/// once. False: it was polled in time.
bool poll_before_expiry(decision& decision);

/// The polled task continues, with the handle or the pause that the outcome requests.
void continue_task_watch(decision& decision, const step_outcome& outcome);

}  // namespace ironbus
