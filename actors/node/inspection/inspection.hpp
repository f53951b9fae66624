#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// POST /v1/continue_inspection: a node that waits for it is given what its agent found, all of it
/// or, if hook or rule fails, nothing but the failure. Refused (`not_found`) by a node that does
/// not wait, and (`conflict`) by one whose inspection is still being begun.
handler_result continue_inspecting(decision& decision, const continue_inspection& inspection);

/// Whether the node waits for what its agent has found, and for nothing else of it.
bool awaits_inspection_data(const node_snapshot& x);

/// Whether the step in progress is one of a driver that finds out by itself what a machine is.
bool is_inspected_by_driver(const node_snapshot& x);

/// Such a step is done: hooks and rules are applied to what it has found. If it has found nothing,
/// the rules are, as long as they count for the node's inspect interface.
handler_result driver_has_inspected(decision& decision, const step_outcome& outcome);

/// Whether the step in progress is an api-call of a rule.
bool is_api_call(const operation& op);

/// The api-call is done: the rules are applied again with its answer.
handler_result api_call_ended(decision& decision, const step_outcome& outcome);

/// Makes ports of the MAC addresses that a BMC lists, unless there are such ports already.
void pre_create_ports(decision& decision, const std::vector<std::string>& macs);

}  // namespace ironbus
