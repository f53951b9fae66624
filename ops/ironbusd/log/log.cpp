#include "ops/ironbusd/log/log.hpp"

#include "messages/base/time.hpp"
#include "ops/ironbusd/log/log_record.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace ironbus::daemon {

namespace {

std::string now_as_text() {
  const auto now = std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
  auto out = ironbus::to_string(timestamp{now.time_since_epoch()});
  if (const auto zone = out.find('+'); zone != std::string::npos) out.replace(zone, 6, "Z");
  return out;
}

/// Writes lines unchanged; they are already formatted and escaped.
std::shared_ptr<spdlog::logger> line_logger() {
  auto out = std::make_shared<spdlog::logger>("ironbus",
                                              std::make_shared<spdlog::sinks::stderr_sink_mt>());
  out->set_pattern("%v");
  out->set_level(spdlog::level::trace);
  out->flush_on(spdlog::level::trace);
  return out;
}

static_assert(static_cast<int>(log::level::critical) == spdlog::level::critical);
static_assert(static_cast<int>(log::level::off) == spdlog::level::off);

}  // namespace

void start_logging(const std::string& level, const std::string& format,
                   const log::budget_options& budget) {
  const auto line_of = format == "json" ? as_json_line : as_logfmt;
  log::open(
      [line_of, receiver = line_logger()](const log::record& x) {
        receiver->log(static_cast<spdlog::level::level_enum>(x.how), line_of(now_as_text(), x));
      },
      log::level_from(level), budget);
}

}  // namespace ironbus::daemon
