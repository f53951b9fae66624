#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

// Fast-track: an agent that runs when a workflow starts is used as it is, and an agent that runs
// when cleaning or inspection ends keeps running. Drivers declare in the catalogue which calls of
// the power interface this saves (step_call.unless_agent_stays). The workflow table says which
// workflows keep the agent (keeps_agent).

/// Whether the node's agent may keep running between workflows.
bool is_fast_track(const decision& d);

/// Whether it may, and an agent runs: its last heartbeat is within fast_track_timeout and the
/// machine is on. It may have died since; callers must handle that.
bool agent_keeps_running(const decision& d);

/// Whether it may, and a ramdisk runs. Its agent may not have sent a heartbeat yet: after an
/// inspection it has sent its data, and looks up its node next.
bool ramdisk_keeps_running(const decision& d);

/// Whether the time of the last heartbeat must be saved. agent_keeps_running needs it, and so does
/// the error about an agent that sends heartbeats but does nothing until its deadline.
bool must_note_heartbeat(const decision& decision);

/// Whether the running step is unnecessary because an agent runs.
bool is_skipped(const decision& d, const step& x);

}  // namespace ironbus
