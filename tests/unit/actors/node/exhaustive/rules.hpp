#pragma once

#include "actors/node/decide.hpp"
#include "tests/support/invariants.hpp"

#include <functional>

namespace ironbus::test {

/// What becomes true by a decision. A message that is refused, or leads to nothing, leaves the node
/// as it was.
struct decided {
  node_snapshot next;
  reply answer;
  bool changed = false;
  bool erased = false;
  std::vector<outgoing> outbox;
  std::vector<row> rows{};
};

/// What a node is told, and when. `before` is null for a node that does not exist.
struct occasion {
  const node_snapshot* before;
  std::string id;
  const node_message& message;
  const context& ctx;
};

/// The rules under examination: decide(), or a spoilt form of it. A defect throws.
using rules = std::function<decided(const occasion&)>;

decided by_the_rules(const occasion& x);

/// The rows of the transition table that a decision has taken.
std::vector<std::pair<provision_state, provision_event>> moves_of(const decided& d);

/// What of a decision must not be.
sentences judge(const occasion& told, const decided& so);

/// A part of it: whoever is made available was cleaned as its drivers and the policy say, by the
/// record of its cleaning; or need not be.
sentences judge_cleaning(const occasion& told, const decided& so);

/// The same of its copies: the node as a reader of its text finds it, the decision made once more,
/// and the message that comes a second time.
sentences judge_copies(const rules& rules, const occasion& told, const decided& so);

/// Lets the clock alone go on until nothing is due any more; what hinders that.
sentences let_clock_end(const rules& rules, const node_snapshot& x, const context& ctx);

}  // namespace ironbus::test
