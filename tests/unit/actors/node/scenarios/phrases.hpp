#pragma once

#include "tests/support/node_fixture/node_fixture.hpp"

namespace ironbus::test {

/// A node in a scenario, and the last probe of its running step.
struct stage {
  node_fixture node;
  std::optional<step_request> probe{};
  std::optional<reply> answer{};  ///< The reply to the current line.
};

std::vector<std::string> words_of(const std::string& text);

/// One event of the node.
void happen(stage& staged, const std::string& line);

/// "30m", "2h", "90s": in the largest unit that gives a whole number.
std::string shown(std::chrono::seconds x);

}  // namespace ironbus::test
