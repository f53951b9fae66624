#pragma once

#include "gateways/cli/asked_gateway.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace ironbus::daemon {

/// Empty where there is none of that name.
std::string environment_variable(const std::string& name);

/// How a command's options are added whose values are texts.
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

/// Who asks a gateway; with the environment of the stock clients.
void add_identity(CLI::App& command, cli::identity& who);

/// Which gateway is asked, and who asks: the same for all commands that ask one.
void add_gateway(CLI::App& command, cli::asked_gateway& gateway);

}  // namespace ironbus::daemon
