#pragma once

#include "actors/node/tables/workflow_table.hpp"
#include "messages/model/snapshot.hpp"

#include <vector>

namespace ironbus {

/// The driver calls among `calls` that the node's interfaces declare, as steps of `op`; if the
/// ramdisk takes part in it, each is followed by the calls that it brings with it. Adoption leaves
/// the boot device alone.
std::vector<step> plan_calls(const node_snapshot& snapshot, const context& ctx, const operation& op,
                             std::span<const driver_operation> calls, step_role role);

/// What boots the ramdisk in the middle of a workflow: its boot is prepared anew, as a machine
/// boots from the ramdisk once only.
std::vector<step> plan_ramdisk_boot(const node_snapshot& snapshot, const context& ctx);

/// The work steps of a workflow, in the order in which they run: what the drivers declare for the
/// phase with a priority above 0 and, once it has been asked, what the agent offers, merged with
/// what the request asks for. `invalid` names every bad step at once, also those that would run in
/// the agent before it is booted. As long as the agent is still to be asked, steps that nobody
/// knows are taken for the agent's.
result<std::vector<step>> plan_work(const node_snapshot& snapshot, const context& ctx,
                                    const operation& op);

/// What is left of that once the agent has been asked in the middle of it: the work steps after the
/// one that asks.
result<std::vector<step>> plan_rest(const node_snapshot& snapshot, const context& ctx,
                                    const operation& op);

/// Whether the agent's ramdisk has to take part. Not if the node has none, the request says so, or
/// all that it asks for can be done without.
bool needs_ramdisk(const node_snapshot& snapshot, const context& ctx, const operation& op);

/// Checks the plan that a request would lead to, as far as it is known before the agent is asked.
/// `invalid` as plan_work.
result<std::monostate> check_plan(const node_snapshot& snapshot, const context& ctx, workflow kind,
                                  const json& request);

/// Checks what can be checked of a request's steps without a machine: form, disallowed names.
result<std::monostate> check_requested_steps(const context& ctx, const json& steps);

}  // namespace ironbus
