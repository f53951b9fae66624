#include "ops/ironbusd/commands/commands.hpp"
#include "ops/ironbusd/commands/machine_program.hpp"

int main(int argc, char** argv) {
  int exit_code = 0;
  const auto asked = ironbus::daemon::read_command_line(argc, argv, exit_code);
  if (!asked) return exit_code;
  return ironbus::daemon::run(*asked, [argv](const ironbus::daemon::command_line&) {
    return ironbus::daemon::run_machine_program(argv);
  });
}
