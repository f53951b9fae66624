#pragma once

#include "gateways/http/api/task.hpp"

#include <string>

namespace ironbus::http {

/// Adds the runbook of automated cleaning to a request that leads to it: {"cleaning":
/// {"clean_steps": […]}}. If there is no usable runbook, adds {"cleaning": {"failure": "…"}}: the
/// request is accepted, and its cleaning fails.
task<> add_cleaning_runbook(const call_ptr& call, const std::string& uuid, json& request);

}  // namespace ironbus::http
