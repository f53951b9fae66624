#pragma once

#include "messages/model/snapshot.hpp"

namespace ironbus {

// How far a workflow has come.

/// A sentence part that names the step in progress: "step 'bios.factory_reset'".
std::string name_of_step(const operation& op);

/// Whether a work step (not preparation, no finish step) is in progress.
bool in_work_step(const operation& op);

/// Whether the workflow goes on without it: such as what a BMC does not show of its machine.
bool may_be_left_out(const operation& op, const step& step);

/// Whether the step in progress has been asked for, and has not ended.
bool is_begun(const operation& op);

/// Whether the step in progress is one that the agent works on.
bool is_in_agent(const node_snapshot& x);

/// Whether what is out is a step of the workflow in progress.
bool is_of_workflow(const node_snapshot& x, const step_in_flight& out);

}  // namespace ironbus
