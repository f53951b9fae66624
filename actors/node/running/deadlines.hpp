#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// No driver has answered in time to what is out; unset: nothing is overdue.
std::optional<handler_result> overdue_request(decision& decision);

/// What the node waits for has not come in time; unset: nothing is overdue. In maintenance
/// deadlines rest, except the end of a pause.
std::optional<handler_result> overdue_wait(decision& decision);

}  // namespace ironbus
