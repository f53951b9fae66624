#include "ops/ironbusd/log.hpp"

#include "messages/time.hpp"
#include "ops/ironbusd/log_record.hpp"

#include <unistd.h>

#include <mutex>

namespace ironbus::daemon {

namespace {

std::string now_as_text() {
  const auto now = std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
  auto out = ironbus::to_string(timestamp{now.time_since_epoch()});
  if (const auto zone = out.find('+'); zone != std::string::npos) out.replace(zone, 6, "Z");
  return out;
}

/// Lines of several threads must not mix, so each goes out whole.
void write_line(const std::string& line) {
  static std::mutex one_at_a_time;
  std::lock_guard hold{one_at_a_time};
  for (size_t at = 0; at < line.size();) {
    const auto written = ::write(STDERR_FILENO, line.data() + at, line.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // nobody reads any more
    at += static_cast<size_t>(written);
  }
}

}  // namespace

void start_logging(const std::string& level, const std::string& format) {
  const auto line_of = format == "json" ? as_json_line : as_logfmt;
  log::open([line_of](const log::record& x) { write_line(line_of(now_as_text(), x) + "\n"); },
            log::level_from(level));
}

}  // namespace ironbus::daemon
