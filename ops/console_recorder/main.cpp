// ironbus-console-recorder FILE BYTES PROGRAM [ARGUMENT…]
//
// Runs a program at a terminal, as whoever has started us would, and keeps the last BYTES of what
// it shows in FILE (and FILE.old), which only our own user can read. Driver workers have socat run
// it for each client of a serial console. It knows no secrets: the program finds its own.

#include "ops/console_recorder/relay.hpp"

#include <charconv>
#include <cstring>
#include <iostream>

int main(int argc, char** argv) {
  constexpr int wrong_call = 2;
  size_t bytes = 0;
  const auto read = argc < 4 ? std::from_chars_result{nullptr, std::errc::invalid_argument}
                             : std::from_chars(argv[2], argv[2] + std::strlen(argv[2]), bytes);
  if (read.ec != std::errc{} || *read.ptr != '\0' || bytes == 0) {
    std::cerr
        << "usage: ironbus-console-recorder FILE BYTES PROGRAM [ARGUMENT...]; BYTES is a whole "
           "number from 1.\n";
    return wrong_call;
  }
  ironbus::console_log_writer log{argv[1], bytes};
  return ironbus::console_recorder::relay(argv + 3, log);
}
