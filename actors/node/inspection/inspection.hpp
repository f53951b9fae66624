#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// POST /v1/continue_inspection: applies the agent's data to a node that waits for it: completely
/// or, if a hook or rule fails, only the failure. Rejected with `not_found` if the node does not
/// wait, and with `conflict` if its inspection is still starting.
handler_result continue_inspecting(decision& decision, const continue_inspection& inspection);

/// Whether the node waits for inspection data of its agent, and for nothing else.
bool awaits_inspection_data(const node_snapshot& x);

/// Whether the running step is that of a driver that inspects the machine by itself.
bool is_inspected_by_driver(const node_snapshot& x);

/// Such a step is done: applies hooks and rules to its data. Without data, applies only the rules,
/// if they apply to the node's inspect interface.
handler_result driver_inspection_ended(decision& decision, const step_outcome& outcome);

/// Whether the running step is an api-call of a rule.
bool is_api_call(const operation& op);

/// The api-call has ended: applies the rules again with its answer.
handler_result api_call_ended(decision& decision, const step_outcome& outcome);

/// Creates ports for the MAC addresses that a BMC lists, unless they exist.
void pre_create_ports(decision& decision, const std::vector<std::string>& macs);

}  // namespace ironbus
