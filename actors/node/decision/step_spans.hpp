#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

// What a node's work is in its trace. All of it follows from what the snapshot has, so whoever goes
// on with the node after a death goes on with the same spans, and tells of them when they end.

/// The span of one run of a step, which calls of the machine are part of; none where nobody traces
/// what it is for.
trace_context step_span(const node_snapshot& x, const step_id& id);

/// A step of a workflow has ended, as its entry says.
void record_step(decision& decision, const operation& op, const ledger_entry& entry);
/// A change of power or a call of a driver has ended; while the snapshot still has it. `error`
/// empty: well.
void record_call(decision& decision, const step_in_flight& was, const step& what,
                 const std::string& error);
/// A workflow has ended, well or not.
void record_workflow(decision& decision, const operation& ended);

}  // namespace ironbus
