#include "ops/ironbusd/commands/command_options.hpp"

#include <cstdlib>

namespace ironbus::daemon {

std::string environment_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value != nullptr ? value : "";
}

namespace {

/// From the variables that OpenStack's clients also use. A token of ironbus has its own.
void read_secrets(cli::identity& out) {
  out.password = environment_variable("OS_PASSWORD");
  out.token = environment_variable("IRONBUS_TOKEN");
  if (out.token.empty()) out.token = environment_variable("OS_TOKEN");
}

}  // namespace

void add_identity(CLI::App& command, cli::identity& who) {
  const text_options add{command};
  add("--user", who.user, "NAME", "User name for the gateway; the password is $OS_PASSWORD")
      ->envname("OS_USERNAME");
  add("--password-file", who.password_file, "FILE", "File with the password in its first line");
  add("--token-file", who.token_file, "FILE",
      "File with a token in its first line; else $IRONBUS_TOKEN or $OS_TOKEN");
  read_secrets(who);
}

void add_gateway(CLI::App& command, cli::gateway_access& gateway) {
  const text_options add{command};
  add("--url", gateway.url, "URL", "URL of the gateway; http or https")
      ->envname("OS_ENDPOINT")
      ->capture_default_str();
  add_identity(command, gateway.who);
  add("--ca-file", gateway.ca_file, "FILE", "Certificate authorities for the gateway, PEM")
      ->envname("OS_CACERT");
}

}  // namespace ironbus::daemon
