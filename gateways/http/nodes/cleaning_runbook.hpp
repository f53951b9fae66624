#pragma once

#include "gateways/http/api/task.hpp"

#include <string>

namespace ironbus::http {

/// Adds to a request that leads to automated cleaning of a node the runbook it takes its steps
/// from, as {"cleaning": {"clean_steps": […]}}; or why there is none, as
/// {"cleaning": {"failure": "…"}}: the request goes on, and its cleaning fails.
task<> add_cleaning_runbook(const call_ptr& call, const std::string& uuid, json& request);

}  // namespace ironbus::http
