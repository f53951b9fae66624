#include "ops/ironbusd/commands/commands.hpp"

int main(int argc, char** argv) {
  int exit_code = 0;
  const auto asked = ironbus::daemon::read_command_line(argc, argv, exit_code);
  return asked ? ironbus::daemon::run(*asked) : exit_code;
}
