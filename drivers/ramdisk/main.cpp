#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/bootloader/confinement.hpp"
#include "drivers/ramdisk/protocol/agent.hpp"
#include "drivers/ramdisk/start/kernel_parameters.hpp"
#include "drivers/ramdisk/start/load_modules.hpp"
#include "drivers/ramdisk/system/static_addresses.hpp"

#include <csignal>
#include <cstdio>
#include <exception>
#include <string_view>

namespace {

using namespace ironbus::ramdisk;

int run(const char* command_line, const char* sysfs) {
  const auto text =
      read_file(command_line != nullptr ? command_line : "/proc/cmdline", 64 * 1024).value_or("");
  hardware_roots roots;
  if (sysfs != nullptr) {
    roots.sysfs = sysfs;
  } else if (!read_file("/etc/ironbus-ramdisk")) {
    // It erases disks on request, so it must not run on a machine where it was only tried out.
    std::fputs("ironbus_agent: this is not the ironbus ramdisk; pass a folder like /sys\n", stderr);
    return 64;
  }
  return run_agent(read_kernel_parameters(parse_command_line(text)), roots);
}

int obey(std::string_view verb, const char* first, const char* second) {
  if (verb == "load-modules") {
    std::printf("%d drivers loaded\n", first != nullptr ? load_named_modules({first})
                                                        : load_modules("/lib/modules", "/sys"));
    return 0;
  }
  if (verb == "addresses") {
    set_logging(false, true);
    std::printf("%d addresses set\n", set_static_addresses("/sys"));
    return 0;
  }
  if (verb == "run") return run(first, second);
  std::fputs(
      "ironbus_agent load-modules [NAME] | addresses | run [FILE like /proc/cmdline [FOLDER like "
      "/sys]]\n",
      stderr);
  return 64;
}

}  // namespace

int main(int count, char** arguments) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    if (count > 1 && std::string_view{arguments[1]} == "confined")
      return run_confined(read_confined_arguments({arguments + 2, arguments + count}));
    return obey(count > 1 ? arguments[1] : "", count > 2 ? arguments[2] : nullptr,
                count > 3 ? arguments[3] : nullptr);
  } catch (const std::exception& failed) {
    std::fprintf(stderr, "ironbus_agent: %s\n", failed.what());
    return 70;
  }
}
