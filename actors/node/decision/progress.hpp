#pragma once

#include "messages/model/snapshot.hpp"

namespace ironbus {

// The progress of a workflow.

/// Names the running step in a sentence: "step 'bios.factory_reset'".
std::string name_of_step(const operation& op);

/// The running step's id.
step_id id_of_step(const node_snapshot& x);

/// Whether a step may run again after an interrupted attempt.
bool may_run_again(const step& what, uint32_t attempt);

/// Whether a work step runs, not a preparing or finishing step.
bool in_work_step(const operation& op);

/// Whether the workflow can continue without it, for example without data that a BMC does not have.
bool may_be_left_out(const operation& op, const step& step);

/// Whether the running step was requested and has not ended.
bool is_started(const operation& op);

/// Whether the agent runs the current step.
bool is_in_agent(const node_snapshot& x);

/// Whether the outstanding request is a step of the running workflow.
bool is_of_workflow(const node_snapshot& x, const step_in_flight& out);

}  // namespace ironbus
