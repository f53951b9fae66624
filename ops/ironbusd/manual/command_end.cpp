#include "ops/ironbusd/manual/command_end.hpp"

#include "gateways/cli/printable.hpp"

#include <array>
#include <iostream>

namespace ironbus::daemon {

namespace {

struct code_of_failure {
  error_code code;
  exit_code exit;
};

constexpr std::array codes_of_failures{code_of_failure{error_code::invalid, exit_usage},
                                       code_of_failure{error_code::forbidden, exit_refused},
                                       code_of_failure{error_code::not_found, exit_not_found}};

exit_code exit_code_of(error_code code) {
  for (const auto& row : codes_of_failures)
    if (row.code == code) return row.exit;
  return exit_unreachable;
}

}  // namespace

int end_command(const std::string& command, exit_code code, const std::string& why) {
  std::cerr << command << ": " << cli::printable(why) << (why.ends_with('.') ? "" : ".")
            << std::endl;
  return code;
}

int end_command(const std::string& command, const failure& why) {
  return end_command(command, exit_code_of(why.code), why.message);
}

int end_fleet_command(const std::string& command, exit_code code, const std::string& why) {
  return end_command("ironbus " + command, code, why);
}

int end_fleet_command(const std::string& command, const failure& why) {
  return end_command("ironbus " + command, why);
}

}  // namespace ironbus::daemon
