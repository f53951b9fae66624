#pragma once

#include "gateways/http/api/call.hpp"
#include "messages/wire/commands.hpp"

#include <functional>

namespace ironbus::http {

using with_provision = std::function<void(set_provision_state)>;

/// Completes a request with what it names elsewhere: the runbook of cleaning and servicing, the
/// children of the node that steps are to run on, the runbook that automated cleaning is configured
/// to take its steps from, and the deploy templates that the node's instance asks for by its
/// traits. What is found is copied, so a workflow runs by what was there when it was asked for.
/// Refuses the call if there is no such runbook or node.
void complete_provision(const call_ptr& x, set_provision_state what, with_provision go_on);

}  // namespace ironbus::http
