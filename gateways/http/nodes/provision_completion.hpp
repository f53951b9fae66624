#pragma once

#include "gateways/http/api/task.hpp"
#include "gateways/http/nodes/provision_request.hpp"

#include <string>

namespace ironbus::http {

/// Completes a request with what it names elsewhere: the runbook of cleaning and servicing, the
/// children of the node that steps are to run on, the runbook that automated cleaning is configured
/// to take its steps from, and the deploy templates that the node's instance asks for by its
/// traits. What is found is copied, so a workflow runs by what was there when it was asked for.
/// Fails if there is no such runbook or node. `uuid`: of the node.
task<> complete_provision(const call_ptr& call, const std::string& uuid,
                          provision_request& request);

}  // namespace ironbus::http
