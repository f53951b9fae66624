#pragma once

#include "messages/wire/decision_record.hpp"

#include <vector>

namespace ironbus {

/// Reconstructs a past state of a node from its decisions, which must be added in order. Keeps only
/// the data that the last state needs.
class past_node {
public:
  void take(decision_record decision);

  bool is_empty() const { return version_ == 0; }
  uint64_t version() const { return version_; }  ///< Of the last decision; 0: there is none.
  /// The snapshot after the last decision; null if the node was deleted. `not_found` if an earlier
  /// decision is missing, `internal` if one is damaged.
  result<json> state() const;

private:
  std::string base_;  ///< Empty: the state before these changes is unknown.
  std::vector<std::string> changes_;
  uint64_t version_ = 0;
};

}  // namespace ironbus
