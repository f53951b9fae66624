#pragma once

#include "messages/wire/decision_record.hpp"

#include <vector>

namespace ironbus {

/// What a node was, made from the decisions about it, which are given in their order. Of all that
/// it has been given it keeps what the last state needs.
class past_node {
public:
  void take(decision_record decision);

  bool is_empty() const { return version_ == 0; }
  uint64_t version() const { return version_; }  ///< Of the last decision; 0: there is none.
  /// The snapshot that the last decision has left; null where the node has ended with it.
  /// `not_found` where a decision before it is missing, `internal` where one is damaged.
  result<json> state() const;

private:
  std::string base_;  ///< Empty: what the node was before these changes is unknown.
  std::vector<std::string> changes_;
  uint64_t version_ = 0;
};

}  // namespace ironbus
