#pragma once

#include "ops/ironbusd/commands/requests.hpp"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>

namespace ironbus::daemon {

/// All commands and their options, which fill `out` when a command line is parsed: what is read,
/// and what help, completion and manual are made of. `out` outlives it.
std::unique_ptr<CLI::App> make_command_tree(command_line& out, const std::string& program);

const char* program_version();

}  // namespace ironbus::daemon
