#pragma once

#include "gateways/http/api/task.hpp"

namespace ironbus::http {

/// Checks what the policy demands for the route of a call (routes/route_rules.hpp). Fails with 403,
/// or with 404 for an object that the user may not see. Handlers check what depends on the body.
task<> authorize(const call_ptr& call);

}  // namespace ironbus::http
