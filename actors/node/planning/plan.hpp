#pragma once

#include "actors/node/tables/workflow_table.hpp"
#include "messages/model/snapshot.hpp"

#include <vector>

namespace ironbus {

/// Those of `calls` that the node's interfaces declare, as steps of `op`. If the workflow uses the
/// ramdisk, each is followed by the calls that it brings along. Adoption does not change the boot
/// device.
std::vector<step> plan_calls(const node_snapshot& snapshot, const context& ctx, const operation& op,
                             std::span<const driver_operation> calls, step_role role);

/// The steps that boot the ramdisk during a workflow. They prepare the boot again, because a
/// machine boots the ramdisk only once.
std::vector<step> plan_ramdisk_boot(const node_snapshot& snapshot, const context& ctx);

/// The work steps of a workflow in order of execution: the declared steps of the phase with a
/// priority above 0 and, once known, the agent's steps, merged with the requested steps. `invalid`
/// lists every bad step, including those that would run in the agent before it is booted. Until the
/// agent has reported its steps, unknown steps are assumed to be the agent's.
result<std::vector<step>> plan_work(const node_snapshot& snapshot, const context& ctx,
                                    const operation& op);

/// The rest of the work steps after the step that reads the agent's steps.
result<std::vector<step>> plan_remaining(const node_snapshot& snapshot, const context& ctx,
                                         const operation& op);

/// Whether the workflow needs the agent's ramdisk. Not if the node has none, the request disables
/// it, or all requested steps run without it.
bool needs_ramdisk(const node_snapshot& snapshot, const context& ctx, const operation& op);

/// Checks the plan of a request, as far as it is known before the agent reports its steps.
/// `invalid` as plan_work.
result<std::monostate> check_plan(const node_snapshot& snapshot, const context& ctx, workflow kind,
                                  const json& request);

/// Checks the requested steps without a machine: form, and names that are disallowed in the phase.
result<std::monostate> check_requested_steps(const context& ctx, uint32_t phase, const json& steps);

}  // namespace ironbus
