#pragma once

#include "tests/support/invariants.hpp"
#include "tests/unit/actors/node/exhaustive/situation.hpp"

#include <map>
#include <set>
#include <string>

namespace ironbus::test {

/// Whose doing it is that a node comes from one situation into another.
enum class cause : uint8_t { operator_, outcome, clock, other };

cause cause_of(const node_message& x);

/// Which situations lead to which. A situation stands for all nodes that it describes, so a way
/// that is found here is one that some of them have.
class ways_out {
public:
  /// The situation is told everything.
  void add(const std::string& situation, const node_snapshot& node);
  void add(const std::string& situation, const std::string& next, cause by);
  /// It has been deleted from there.
  void add_end(const std::string& situation) { add(situation, gone, cause::operator_); }

  /// Of the situations that were told everything, those that lack a way out: by the outcome of what
  /// is out or awaited, or by calls of an operator to one where nothing is under way, while
  /// drivers, agents and machines are silent.
  sentences missing() const;

private:
  struct moves {
    bool told = false;         ///< It was told everything.
    bool has_outcome = false;  ///< Somebody is to say how it went.
    bool rests = false;
    std::map<cause, std::set<std::string>> next;
  };

  static inline const std::string gone = "gone";
  std::set<std::string> reach_rest_by_operator() const;

  std::map<std::string, moves> all_;
};

}  // namespace ironbus::test
