#pragma once

#include "tests/support/invariants.hpp"
#include "tests/unit/actors/node/exhaustive/situation.hpp"

#include <map>
#include <set>
#include <string>

namespace ironbus::test {

/// The party that moves a node from one situation to another.
enum class cause : uint8_t { operator_, outcome, clock, other };

cause cause_of(const node_message& x);

/// The transitions between situations. A situation stands for all nodes that it describes, so a
/// transition found here exists for some of them.
class ways_out {
public:
  /// All messages were sent in the situation.
  void add(const std::string& situation, const node_snapshot& node);
  void add(const std::string& situation, const std::string& next, cause by);
  /// The node was deleted there.
  void add_end(const std::string& situation) { add(situation, gone, cause::operator_); }

  /// The explored situations without a way out: neither the outcome of the outstanding request or
  /// wait, nor, if nothing runs, calls of an operator, while drivers, agents and machines are
  /// silent.
  sentences missing() const;

private:
  struct moves {
    bool told = false;         ///< All messages were sent.
    bool has_outcome = false;  ///< An outcome is expected.
    bool rests = false;
    std::map<cause, std::set<std::string>> next;
  };

  static inline const std::string gone = "gone";
  std::set<std::string> reach_rest_by_operator() const;

  std::map<std::string, moves> all_;
};

}  // namespace ironbus::test
