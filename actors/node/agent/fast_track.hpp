#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

// Fast-track: an agent that is up when a workflow begins is worked with as it is, and one that is
// up when cleaning or inspection has ended is left up. Which calls of the power interface that
// saves, drivers say in their catalogue (step_call.unless_agent_stays); which workflows leave the
// agent up, the workflow table says (keeps_agent).

/// Whether the node's agent may stay up between workflows.
bool is_fast_track(const decision& d);

/// Whether it may, and an agent is up: it has called within fast_track_timeout and the machine is
/// on. It may have died since; whoever relies on it must be ready for that.
bool agent_stays(const decision& d);

/// Whether it may, and a ramdisk is up, whose agent need not have told its address yet: after an
/// inspection it has sent its data, and looks its node up next.
bool ramdisk_stays(const decision& d);

/// Whether the time of the last heartbeat has to be saved again, so that agent_stays is right, and
/// so is what is said of an agent that calls but does nothing until its deadline.
bool must_note_heartbeat(const decision& decision);

/// Whether the step in progress is saved by an agent that is up.
bool is_skipped(const decision& d, const step& x);

}  // namespace ironbus
