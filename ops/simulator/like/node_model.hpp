#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ironbus::simulator {

/// What of a node a machine like it has. No address, no account and no secret is among it.
struct node_model {
  std::string uuid;
  std::string name;  ///< Empty: it has none.
  std::string vendor;
  std::vector<std::string> macs;
  int64_t memory_mb = 0;  ///< 0 of these three: not said.
  int64_t cpus = 0;
  int64_t local_gb = 0;
};

/// The JSON that a gateway answers a GET of this path with.
using page_reader = std::function<result<json>(const std::string& target)>;

/// All nodes of a gateway, with the MAC addresses of their ports: /v1/nodes and /v1/ports, page by
/// page, and of each only the fields that are used. `invalid`: they are none, more than
/// `nodes_max`, or not as the API has them.
result<std::vector<node_model>> read_nodes(const page_reader& read, size_t nodes_max);

}  // namespace ironbus::simulator
