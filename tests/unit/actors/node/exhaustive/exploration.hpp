#pragma once

#include "tests/unit/actors/node/exhaustive/rules.hpp"

#include <set>

namespace ironbus::test {

/// The results of an exploration.
struct exploration {
  std::set<std::string> situations;
  size_t messages = 0;
  std::set<std::pair<provision_state, provision_event>> moves;  ///< Rows of the table.
  std::set<size_t> commands;           ///< The alternatives of `command` that were accepted.
  std::set<std::string> combinations;  ///< State, outstanding request, awaited party, message.
  /// The kind of outstanding request, and whether the node waited.
  std::set<std::pair<size_t, bool>> out;
  std::set<awaited> waits;
  sentences complaints;
};

/// How a node is enrolled, and how far it is explored. Situations with more disturbances at a time
/// are checked, but not explored further.
struct explored_node {
  json fields;
  int disturbances_max;
};

/// A node whose drivers do all the work, and one that is worked on through an agent.
explored_node plain_node();
explored_node agent_node();

/// Starts at `enroll` and sends every possible message in every situation that can be reached. Ends
/// with the first complaint.
exploration explore(const rules& rules, const explored_node& node);

}  // namespace ironbus::test
