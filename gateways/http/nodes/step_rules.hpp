#pragma once

#include "gateways/http/resources/object_access.hpp"

#include <string>
#include <string_view>

namespace ironbus::http {

/// Checks the policy for the steps that a request for a provision state names, on the node of the
/// path: the rules for naming steps, and the operator's rules of single steps
/// (baremetal:step:execute:<interface>.<step>).
task<> require_for_steps(const call_ptr& call, const json& request);

/// Checks the use of a runbook and, unless it is public or has no owner, of each of its steps.
task<> require_for_runbook(const call_ptr& call, const json& runbook);

}  // namespace ironbus::http
