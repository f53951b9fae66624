#pragma once

#include "tests/unit/actors/node/exhaustive/rules.hpp"

#include <set>

namespace ironbus::test {

/// What has been seen on the way.
struct exploration {
  std::set<std::string> situations;
  size_t messages = 0;
  std::set<std::pair<provision_state, provision_event>> moves;  ///< Rows of the table.
  std::set<size_t> commands;              ///< The alternatives of `command` that were accepted.
  std::set<std::string> combinations;     ///< State, what is out, whom it waits for, message.
  std::set<std::pair<size_t, bool>> out;  ///< What was out, and whether the node waited.
  std::set<awaited> waits;
  sentences complaints;
};

/// How a node is enrolled, and how far it is explored: situations with more disturbances at a time
/// are judged, but not gone on from.
struct explored_node {
  json fields;
  int disturbances_max;
};

/// A node whose drivers do all the work, and one that is worked on through an agent.
explored_node plain_node();
explored_node agent_node();

/// From `enroll`, every situation that can be reached is told everything that a node can be told.
/// Ends with the first complaint.
exploration explore(const rules& rules, const explored_node& node);

}  // namespace ironbus::test
