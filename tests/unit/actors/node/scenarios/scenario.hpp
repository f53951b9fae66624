#pragma once

#include <string>

namespace ironbus::test {

/// Plays a scenario: a text whose lines are events of one node, each followed by its results,
/// indented. Returns the text with the current results. README.md beside this file has the
/// vocabulary. Throws std::invalid_argument for an unknown line.
std::string play_scenario(const std::string& text);

}  // namespace ironbus::test
