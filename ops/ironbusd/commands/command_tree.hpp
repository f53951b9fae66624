#pragma once

#include "ops/ironbusd/commands/requests.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace ironbus::daemon {

/// The commands and options of one program. They parse a command line into `out`, which must
/// outlive the tree. Help, completion and manual describe the same tree.
std::unique_ptr<CLI::App> make_command_tree(command_line& out, program called);

const char* program_version();

}  // namespace ironbus::daemon
