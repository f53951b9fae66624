#pragma once

#include "ops/ironbusd/manual/described_command.hpp"
#include "ops/ironbusd/manual/program.hpp"

#include <string>

namespace ironbus::manual {

/// The manual page of `command` in roff, with the macros of man(7). The page of `root` itself has
/// all commands and the exit codes of the program `called`. `version` is the program's.
std::string man_page(const described_command& root, const described_command& command,
                     daemon::program called, const std::string& version);

/// The page docs/reference/command_line.md, for `ironbus` and `ironbusd`.
std::string command_line_markdown(const described_command& ironbus,
                                  const described_command& ironbusd);

}  // namespace ironbus::manual
