// ironbus-console-recorder [--for SECONDS] FILE BYTES PROGRAM [ARGUMENT…]
//
// Runs a program at a terminal, as whoever has started us would, and keeps the last BYTES of what
// it shows in FILE (and FILE.old), which only our own user can read. Driver workers have socat run
// it for each client of a serial console. With --for nobody is there but the log: it ends with the
// program, by SIGTERM, or when the time is up. It knows no secrets: the program finds its own.

#include "ops/console_recorder/relay.hpp"

#include <charconv>
#include <cstring>
#include <iostream>
#include <optional>
#include <string_view>

namespace {

/// A whole number from 1.
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
