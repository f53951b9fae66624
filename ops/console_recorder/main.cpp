// ironbus-console-recorder [--for SECONDS] FILE BYTES PROGRAM [ARGUMENT…]
//
// Runs a program on a pseudo-terminal that behaves like stdin's terminal, and keeps the last BYTES
// of its output in FILE (and FILE.old), which only this user can read. Driver workers let socat
// start it for each client of a serial console. With --for there is no client: it only writes the
// log, and ends with the program, on SIGTERM, or after SECONDS. It handles no secrets: the program
// reads its own.

#include "ops/console_recorder/relay.hpp"

#include <charconv>
#include <cstring>
#include <iostream>
#include <optional>
#include <string_view>

namespace {

/// Parses a whole number from 1; nullopt for anything else.
std::optional<size_t> read_count(const char* text) {
  size_t out = 0;
  const auto read = std::from_chars(text, text + std::strlen(text), out);
  if (read.ec != std::errc{} || *read.ptr != '\0' || out == 0) return std::nullopt;
  return out;
}

int wrong_call() {
  constexpr int code = 2;
  std::cerr << "usage: ironbus-console-recorder [--for SECONDS] FILE BYTES PROGRAM [ARGUMENT...]; "
               "SECONDS and BYTES are whole numbers from 1.\n";
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  const bool alone = argc > 2 && std::string_view{argv[1]} == "--for";
  const auto limit = alone ? read_count(argv[2]) : std::nullopt;
  char** const words = argv + (alone ? 3 : 1);
  const auto count = argv + argc - words;
  const auto bytes = count < 3 ? std::nullopt : read_count(words[1]);
  if (!bytes || alone != limit.has_value()) return wrong_call();
  ironbus::console_log_writer log{words[0], *bytes};
  namespace recorder = ironbus::console_recorder;
  return limit ? recorder::record(words + 2, log, std::chrono::seconds{*limit})
               : recorder::relay(words + 2, log);
}
