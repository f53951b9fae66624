#include "drivers/ramdisk/base/consoles.hpp"

#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/text.hpp"

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>

namespace ironbus::ramdisk {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t serial_ports_max = 4;

void set_speed(const std::string& name) {
  const auto port = open_file("/dev/" + name, O_WRONLY | O_NOCTTY | O_NONBLOCK);
  termios how{};
  if (!port || ::tcgetattr(port.get(), &how) != 0) return;
  ::cfsetispeed(&how, B115200);
  ::cfsetospeed(&how, B115200);
  how.c_cflag =
      (how.c_cflag & ~static_cast<tcflag_t>(CSIZE | PARENB | CSTOPB | CRTSCTS)) | CS8 | CLOCAL;
  ::tcsetattr(port.get(), TCSANOW, &how);
}

std::vector<std::string> kernel_consoles(const fs::path& sysfs) {
  return words(read_value(sysfs / "class/tty/console/active").value_or(""));
}

std::vector<std::string> opened_consoles() {
  auto out = list_consoles("/sys");
  const auto kernels = kernel_consoles("/sys");
  for (const auto& name : out)
    if (name != "console" && std::find(kernels.begin(), kernels.end(), name) == kernels.end())
      set_speed(name);
  return out;
}

}  // namespace

std::vector<std::string> list_consoles(const fs::path& sysfs) {
  auto out = kernel_consoles(sysfs);
  for (std::size_t i = 0; i < serial_ports_max; ++i) {
    const auto name = "ttyS" + std::to_string(i);
    const auto uart = number(read_value(sysfs / "class/tty" / name / "type").value_or("0"));
    if (uart.value_or(0) != 0 && std::find(out.begin(), out.end(), name) == out.end())
      out.push_back(name);
  }
  if (out.empty()) out.emplace_back("console");
  return out;
}

void show_on_consoles(const std::string& text) {
  static const auto all = opened_consoles();
  for (const auto& name : all) {
    const auto console = open_file("/dev/" + name, O_WRONLY | O_NOCTTY | O_NONBLOCK);
    if (console && ::write(console.get(), text.data(), text.size()) < 0) continue;
  }
}

}  // namespace ironbus::ramdisk
