#pragma once

#include "gateways/http/api/task.hpp"
#include "gateways/http/services/identity_budget.hpp"

#include <string>

namespace ironbus::http {

/// Answers 429 with Retry-After. The text names the option and its limit.
void refuse_overuse(call& x, const identity_overuse& why, const std::string& owner);

/// Counts a request of an authenticated user for api.requests_per_second_per_user and
/// api.requests_at_once_per_user. If it exceeds one, answers the call and returns false. Requests
/// without a user, such as those of agents and health checks, have no limit. A head whose body was
/// not read yet is checked, but not counted.
bool take_place(const call_ptr& x);

/// Limits of projects. If the limit is reached, they answer the call and return false. They count
/// when the request arrives, so concurrent requests may exceed the limit slightly.

/// Whether the project may own one more node or allocation; `collection`: "nodes" or "allocations".
/// `owner`: the project; empty: none, without a limit.
task<bool> may_own_more(const call_ptr& x, std::string collection, std::string owner);

/// Whether the project of the user may start one more provisioning operation.
task<bool> may_start_operation(const call_ptr& x);

}  // namespace ironbus::http
