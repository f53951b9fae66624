#include "drivers/ramdisk/system/logs.hpp"

#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/base/subprocess.hpp"
#include "drivers/ramdisk/base/text.hpp"

#include <filesystem>

namespace ironbus::ramdisk {

std::string collect_logs() {
  std::error_code error;
  std::filesystem::create_directories("/run/log", error);
  write_file("/run/log/agent", log_text());
  write_file("/run/log/dmesg", run_program({"dmesg"}).output);
  write_file("/run/log/ip",
             run_program({"ip", "address"}).output + run_program({"ip", "route"}).output);
  write_file("/run/log/partitions", read_file("/proc/partitions").value_or(""));
  write_file("/run/log/modules", read_file("/proc/modules").value_or(""));
  const auto packed = run_program({"tar", "-czf", "/run/logs.tgz", "-C", "/run/log", "."});
  if (packed.code != 0) return {};
  return to_base64(read_file("/run/logs.tgz", 16 << 20).value_or(""));
}

}  // namespace ironbus::ramdisk
