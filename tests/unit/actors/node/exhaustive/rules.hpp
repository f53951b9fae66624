#pragma once

#include "actors/node/decide.hpp"
#include "tests/support/invariants.hpp"

#include <functional>

namespace ironbus::test {

/// The effects of a decision. A message that is rejected, or has no effect, leaves the node
/// unchanged.
struct decided {
  node_snapshot next;
  reply answer;
  bool changed = false;
  bool erased = false;
  std::vector<outgoing> outbox;
  std::vector<row> rows{};
};

/// A message to a node, and its time. `before` is null for a node that does not exist.
struct occasion {
  const node_snapshot* before;
  std::string id;
  const node_message& message;
  const context& ctx;
};

/// The rules under test: decide(), or a mutated form of it. A bug throws.
using rules = std::function<decided(const occasion&)>;

decided by_the_rules(const occasion& x);

/// The rows of the transition table that a decision has taken.
std::vector<std::pair<provision_state, provision_event>> moves_of(const decided& d);

/// The violations in a decision.
sentences judge(const occasion& told, const decided& so);

/// A part of it: a node becomes available only after the cleaning that its drivers and the policy
/// require, according to its record.
sentences judge_cleaning(const occasion& told, const decided& so);

/// The same for copies: the node as read from its text, the repeated decision, and the repeated
/// message.
sentences judge_copies(const rules& rules, const occasion& told, const decided& so);

/// Lets the clock run until nothing is due any more; returns what prevents that.
sentences let_clock_end(const rules& rules, const node_snapshot& x, const context& ctx);

}  // namespace ironbus::test
