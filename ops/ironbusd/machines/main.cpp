// ironbus-simulator: the commands of ironbusd that simulate machines, record or check them.
// ironbusd runs this program for them, so a service does not contain the simulator.

#include "ops/ironbusd/commands/command_line.hpp"
#include "ops/ironbusd/machines/record_command.hpp"
#include "ops/ironbusd/machines/simulate_command.hpp"
#include "ops/ironbusd/machines/verify_command.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"

#include <iostream>

int main(int argc, char** argv) {
  using namespace ironbus::daemon;
  int exit_code = 0;
  const auto asked = read_command_line(argc, argv, exit_code);
  if (!asked) return exit_code;
  if (asked->what == command_kind::simulate) return run_simulation(asked->simulate);
  if (asked->what == command_kind::record_bmc) return run_recording(asked->record);
  if (asked->what == command_kind::verify_bmc) return run_verification(asked->verify);
  std::cerr << "ironbus-simulator has only the commands simulate, record-bmc and verify-bmc. "
               "Run ironbusd."
            << std::endl;
  return exit_usage;
}
