#pragma once

#include "gateways/cli/gateway_access.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace ironbus::daemon {

/// The value of an environment variable; empty: it is unset.
std::string environment_variable(const std::string& name);

/// Adds options with text values to a command.
class text_options {
public:
  explicit text_options(CLI::App& command) : command_{&command} {}
  CLI::Option* operator()(const char* name, std::string& target, const char* type,
                          const char* description) const {
    return command_->add_option(name, target, description)->type_name(type);
  }

private:
  CLI::App* command_;
};

/// Options for the user's name and secrets, with the variables of OpenStack's clients.
void add_identity(CLI::App& command, cli::identity& who);

/// Options for the gateway and the user, the same for all commands that call a gateway.
void add_gateway(CLI::App& command, cli::gateway_access& gateway);

}  // namespace ironbus::daemon
