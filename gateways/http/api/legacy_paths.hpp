#pragma once

#include <span>
#include <string>
#include <vector>

namespace ironbus::http {

/// Some paths below /v1/nodes used to name the node last, or next to last, and Ironic still serves
/// them so. Gives the path that says the same with the node first; empty if it is none of these.
std::vector<std::string> with_node_first(std::span<const std::string> path);

}  // namespace ironbus::http
