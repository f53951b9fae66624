#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// How a program ended: its exit code, or 128 + signal, or 127 if it could not be started.
struct program_end {
  int code = 0;
  std::string output;  // of standard output and error together, at most 1 MiB
};

/// Runs a program to its end with this on its standard input; killed when the time is up.
program_end run_program(const std::vector<std::string>& arguments, const std::string& input = {},
                        std::chrono::seconds time_max = std::chrono::seconds{120});

}  // namespace ironbus::ramdisk
