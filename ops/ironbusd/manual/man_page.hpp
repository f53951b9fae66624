#pragma once

#include "ops/ironbusd/manual/described_command.hpp"

#include <string>

namespace ironbus::manual {

/// The page of a command in roff, with the macros of man(7): of the program with all its commands
/// and exit codes, else of that command. `version` is the program's.
std::string man_page(const described_command& root, const described_command& command,
                     const std::string& version);

/// The page docs/reference/command_line.md.
std::string command_line_markdown(const described_command& root);

}  // namespace ironbus::manual
