#pragma once

#include "ops/ironbusd/commands/requests.hpp"

#include <CLI/CLI.hpp>

namespace ironbus::daemon {

/// status, why, watch, node, events, rules, incident.
void add_fleet_commands(CLI::App& app, command_line& out);

/// token create, list, show, revoke.
void add_token_commands(CLI::App& app, command_line& out);

/// completion, man: for the program of `app`.
void add_manual_commands(CLI::App& app, command_line& out);

}  // namespace ironbus::daemon
