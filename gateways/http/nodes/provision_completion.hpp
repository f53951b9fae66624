#pragma once

#include "gateways/http/api/task.hpp"
#include "gateways/http/nodes/provision_request.hpp"

#include <string>

namespace ironbus::http {

/// Completes a request with the data it refers to:
///  - the runbook of cleaning and servicing
///  - the children that steps run on
///  - the configured runbook of automated cleaning
///  - the deploy templates for the instance's traits
/// The data is copied, so later changes do not affect the workflow. Fails if the runbook or node
/// does not exist. `uuid`: of the node.
task<> complete_provision(const call_ptr& call, const std::string& uuid,
                          provision_request& request);

}  // namespace ironbus::http
