#pragma once

#include "actors/node/workflow_table.hpp"
#include "messages/snapshot.hpp"

#include <vector>

namespace ironbus {

/// The driver calls among `calls` that the node's interfaces declare, as steps.
std::vector<step> plan_calls(const node_snapshot& x, const context& ctx,
                             std::span<const fixed_call> calls, step_role role);

/// The work steps of a workflow, in the order in which they run: what the drivers declare for the
/// phase with a priority above 0, merged with what the request asks for. `invalid` names every bad
/// step of the request at once.
result<std::vector<step>> plan_work(const node_snapshot& x, const context& ctx,
                                    const operation& op);

/// Checks what can be checked of a request's steps without a machine: form, disallowed names.
result<std::monostate> check_requested_steps(const context& ctx, const json& steps);

}  // namespace ironbus
