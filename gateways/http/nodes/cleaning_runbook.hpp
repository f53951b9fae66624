#pragma once

#include "gateways/http/nodes/provision_completion.hpp"

namespace ironbus::http {

/// Adds to a request that leads to automated cleaning the runbook it takes its steps from, as
/// {"cleaning": {"clean_steps": […]}}; or why there is none, as {"cleaning": {"failure": "…"}}: the
/// request goes on, and its cleaning fails.
void add_cleaning_runbook(const call_ptr& x, set_provision_state what, with_provision go_on);

}  // namespace ironbus::http
