#pragma once

#include "tests/unit/actors/node/scenarios/phrases.hpp"

namespace ironbus::test {

/// Sets up the node of a scenario and its previous state. False for a line that describes an event.
bool set_up(std::optional<stage>& staged, const std::string& line);

}  // namespace ironbus::test
