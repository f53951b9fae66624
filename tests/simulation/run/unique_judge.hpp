#pragma once

#include "messages/model/snapshot.hpp"

#include <functional>
#include <map>
#include <string>

namespace ironbus::simulation {

/// What only one node may have: a name, and the MAC addresses of its ports.
class unique_judge {
public:
  using complaint = std::function<void(std::string)>;

  explicit unique_judge(complaint complain) : complain_{std::move(complain)} {}

  /// A node has been written; null: it was not there, or has ended.
  void on_node(const node_snapshot* before, const node_snapshot* next);

private:
  complaint complain_;
  std::map<std::string, std::string> holders_;  ///< Node by "name x" or "MAC address x".
};

}  // namespace ironbus::simulation
