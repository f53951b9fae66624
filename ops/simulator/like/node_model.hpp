#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ironbus::simulator {

/// The data of a node that a similar machine gets. Contains no address, account or secret.
struct node_model {
  std::string uuid;
  std::string name;  ///< Empty: the node has none.
  std::string vendor;
  std::vector<std::string> macs;
  int64_t memory_mb = 0;  ///< 0, also for the next two: unknown.
  int64_t cpus = 0;
  int64_t local_gb = 0;
};

/// Returns the JSON that a gateway returns for a GET of this path.
using page_reader = std::function<result<json>(const std::string& target)>;

/// Reads all nodes of a gateway with the MAC addresses of their ports, page by page, requesting
/// only the used fields of /v1/nodes and /v1/ports. `invalid`: no nodes, more than `nodes_max`, or
/// an unexpected response.
result<std::vector<node_model>> read_nodes(const page_reader& read, size_t nodes_max);

}  // namespace ironbus::simulator
