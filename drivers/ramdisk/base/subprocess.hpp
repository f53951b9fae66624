#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// End of a program: its exit code, or 128 + signal, or 127 if it could not be started.
struct program_result {
  int code = 0;
  std::string output;  // stdout and stderr together, at most 1 MiB
};

/// Runs a program with this text on its stdin. Kills it and its child processes at the timeout. A
/// program whose end cannot be seen has the code 127.
program_result run_program(const std::vector<std::string>& arguments, const std::string& input = {},
                           std::chrono::seconds time_max = std::chrono::seconds{120});

}  // namespace ironbus::ramdisk
