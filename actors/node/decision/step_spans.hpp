#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

// The spans of a node's work. They are derived from the snapshot, so a new owner of the node
// continues the same spans, and records them at their end.

/// The span of one run of a step, which contains the calls of the machine; empty if its cause is
/// not traced.
trace_context step_span(const node_snapshot& x, const step_id& id);

/// A step of a workflow has ended with this entry.
void record_step(decision& decision, const operation& op, const ledger_entry& entry);
/// A power change or a driver call has ended; call while the snapshot still has it. `error` empty:
/// it succeeded.
void record_call(decision& decision, const step_in_flight& was, const step& what,
                 const std::string& error);
/// A workflow has ended or failed.
void record_workflow(decision& decision, const operation& ended);

}  // namespace ironbus
