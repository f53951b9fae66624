#pragma once

#include <string_view>

namespace ironbus::http {

/// Whether the route serves the calls of agents: lookup, heartbeat, inspection data. `path` as
/// below.
bool is_agent_call(std::string_view path);

/// Counts a ramdisk's request in ironbus_agent_calls_total by kind and outcome. `path` is the path
/// of the route; paths of other clients are skipped. Any thread.
void count_agent_call(std::string_view path, unsigned status);

}  // namespace ironbus::http
