#pragma once

#include "messages/model/snapshot.hpp"

#include <functional>
#include <map>
#include <string>

namespace ironbus::simulation {

/// Checks unique properties of nodes: names, and MAC addresses of ports.
class unique_judge {
public:
  using complaint = std::function<void(std::string)>;

  explicit unique_judge(complaint complain) : complain_{std::move(complain)} {}

  /// A node was written. Null: it did not exist, or was deleted.
  void on_node(const node_snapshot* before, const node_snapshot* next);

private:
  complaint complain_;
  std::map<std::string, std::string> holders_;  ///< "name x" or "MAC address x" → node.
};

}  // namespace ironbus::simulation
