#pragma once

#include "gateways/http/api/call.hpp"

#include <string>
#include <string_view>

namespace ironbus::http {

/// Tells a node that a call of its agent was refused, so that /why can show it. Only for callers
/// that prove the agent's token or name the machine's addresses. The gateway sends it only if the
/// last one is half a minute old, and the node ignores it unless it waits for its agent.
/// `attributes`: of the node, as stored.
void report_refused_call(const call_ptr& call, const std::string& node, const json& attributes,
                         std::string_view name, const failure& why);

}  // namespace ironbus::http
