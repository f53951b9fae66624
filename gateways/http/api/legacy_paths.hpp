#pragma once

#include <span>
#include <string>
#include <vector>

namespace ironbus::http {

/// Translates an old path below /v1/nodes, which names the node last or next to last. Ironic still
/// serves these paths. Returns the path with the node first, or nothing if it is not an old path.
std::vector<std::string> with_node_first(std::span<const std::string> path);

}  // namespace ironbus::http
