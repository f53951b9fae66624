#pragma once

#include "ops/ironbusd/commands/requests.hpp"

#include <CLI/CLI.hpp>

#include <functional>

namespace ironbus::daemon {

/// The command simulate, whose options go into `asked`; `chosen` is called if it is the one.
void add_simulate_command(CLI::App& app, simulate_request& asked, std::function<void()> chosen);

}  // namespace ironbus::daemon
