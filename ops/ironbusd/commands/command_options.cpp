#include "ops/ironbusd/commands/command_options.hpp"

#include <cstdlib>

namespace ironbus::daemon {

std::string environment_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value != nullptr ? value : "";
}

namespace {

/// The variables that the stock clients of the API use.
void read_secrets(cli::identity& out) {
  out.password = environment_variable("OS_PASSWORD");
  out.token = environment_variable("OS_TOKEN");
}

}  // namespace

void add_identity(CLI::App& command, cli::identity& who) {
  const text_options add{command};
  add("--user", who.user, "NAME", "Who asks the gateway; the password is $OS_PASSWORD")
      ->envname("OS_USERNAME");
  add("--password-file", who.password_file, "FILE", "Whose first line is the password");
  add("--token-file", who.token_file, "FILE", "Whose first line is a token; else $OS_TOKEN");
  read_secrets(who);
}

void add_gateway(CLI::App& command, cli::asked_gateway& gateway) {
  const text_options add{command};
  add("--url", gateway.url, "URL", "Of the gateway; http or https")
      ->envname("OS_ENDPOINT")
      ->capture_default_str();
  add_identity(command, gateway.who);
  add("--ca-file", gateway.ca_file, "FILE", "PEM; what the gateway's certificate is checked with")
      ->envname("OS_CACERT");
}

}  // namespace ironbus::daemon
