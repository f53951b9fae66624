#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/protocol/agent.hpp"
#include "drivers/ramdisk/start/kernel_parameters.hpp"
#include "drivers/ramdisk/start/load_modules.hpp"
#include "drivers/ramdisk/start/static_addresses.hpp"

#include <csignal>
#include <cstdio>
#include <exception>
#include <string_view>

namespace {

using namespace ironbus::ramdisk;

int run(const char* command_line) {
  const auto text = read_file(command_line, 64 * 1024).value_or("");
  return run_agent(read_kernel_parameters(parse_command_line(text)));
}

int obey(std::string_view verb, const char* argument) {
  if (verb == "load-modules") {
    std::printf("%d drivers loaded\n", load_modules("/lib/modules", "/sys"));
    return 0;
  }
  if (verb == "addresses") {
    std::printf("%d addresses set\n", set_static_addresses("/sys"));
    return 0;
  }
  if (verb == "run") return run(argument != nullptr ? argument : "/proc/cmdline");
  std::fputs("ironbus_agent load-modules | addresses | run [FILE like /proc/cmdline]\n", stderr);
  return 64;
}

}  // namespace

int main(int count, char** arguments) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return obey(count > 1 ? arguments[1] : "", count > 2 ? arguments[2] : nullptr);
  } catch (const std::exception& failed) {
    std::fprintf(stderr, "ironbus_agent: %s\n", failed.what());
    return 70;
  }
}
