#include "ops/ironbusd/commands/machine_program.hpp"

#include "ops/ironbusd/manual/exit_codes.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <string>

namespace ironbus::daemon {

int run_machine_program(char* const* argv) {
  std::error_code unreadable;
  const std::string path = std::filesystem::read_symlink("/proc/self/exe", unreadable)
                               .replace_filename("ironbus-simulator")
                               .string();
  ::execv(path.c_str(), argv);
  std::cerr << "ironbusd " << argv[1] << ": cannot run " << path << ": " << std::strerror(errno)
            << ". Install ironbus-simulator beside ironbusd." << std::endl;
  return exit_start;
}

}  // namespace ironbus::daemon
