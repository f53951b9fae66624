#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// The outstanding request has timed out; unset: it has not.
std::optional<handler_result> overdue_request(decision& decision);

/// The node's wait has timed out; unset: it has not. Deadlines are suspended in maintenance, except
/// that of a `wait` step.
std::optional<handler_result> overdue_wait(decision& decision);

}  // namespace ironbus
