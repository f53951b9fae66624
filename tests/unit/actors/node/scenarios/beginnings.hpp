#pragma once

#include "tests/unit/actors/node/scenarios/phrases.hpp"

namespace ironbus::test {

/// What begins a scenario: who the node is, and what has become of it before. False for a line that
/// says what happens.
bool set_up(std::optional<stage>& staged, const std::string& line);

}  // namespace ironbus::test
