#include "drivers/ramdisk/base/log.hpp"

#include "drivers/ramdisk/base/consoles.hpp"

#include <array>
#include <cstdio>
#include <ctime>
#include <mutex>

namespace ironbus::ramdisk {

namespace {

constexpr std::size_t log_kept_max = 512 * 1024;

struct kept_log {
  std::mutex lock;
  std::string text;
  bool details = false;
  bool console = false;
};

kept_log& the_log() {
  static kept_log out;
  return out;
}

std::string stamp() {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  std::array<char, 32> out{};
  std::snprintf(out.data(), out.size(), "[%5lld.%03ld] ", static_cast<long long>(now.tv_sec),
                now.tv_nsec / 1000000);
  return out.data();
}

}  // namespace

void set_logging(bool details, bool console) {
  const std::lock_guard held{the_log().lock};
  the_log().details = details;
  the_log().console = console;
}

void log_line(std::string_view text) {
  const auto line = stamp() + "agent: " + std::string{text} + "\n";
  const std::lock_guard held{the_log().lock};
  the_log().text += line;
  if (the_log().text.size() > log_kept_max) the_log().text.erase(0, log_kept_max / 4);
  if (the_log().console) show_on_consoles(line);
}

void log_detail(std::string_view text) {
  {
    const std::lock_guard held{the_log().lock};
    if (!the_log().details) return;
  }
  log_line(text);
}

std::string log_text() {
  const std::lock_guard held{the_log().lock};
  return the_log().text;
}

}  // namespace ironbus::ramdisk
