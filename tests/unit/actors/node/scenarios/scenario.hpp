#pragma once

#include <string>

namespace ironbus::test {

/// Plays a scenario: a text whose lines say what happens to one node, each followed by what it
/// leads to, indented. Returns the text with what the rules make of it now, all else as it was.
/// README.md beside this file has the words. Throws std::invalid_argument for a line that it does
/// not understand.
std::string play_scenario(const std::string& text);

}  // namespace ironbus::test
