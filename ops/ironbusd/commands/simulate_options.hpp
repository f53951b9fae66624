#pragma once

#include "ops/ironbusd/commands/requests.hpp"

#include <CLI/CLI.hpp>

#include <functional>

namespace ironbus::daemon {

/// Adds the command simulate. Its options are parsed into `asked`; the parser calls `chosen` if the
/// command line has this command.
void add_simulate_command(CLI::App& app, simulate_request& asked, std::function<void()> chosen);

}  // namespace ironbus::daemon
