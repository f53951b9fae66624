#include "ops/ironbusd/log.hpp"

#include "messages/time.hpp"
#include "ops/ironbusd/log_record.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace ironbus::daemon {

namespace {

std::string_view level_name(spdlog::level::level_enum x) {
  const auto name = spdlog::level::to_string_view(x);
  return x == spdlog::level::warn ? "warn" : std::string_view{name.data(), name.size()};
}

class record_formatter final : public spdlog::formatter {
public:
  explicit record_formatter(bool as_json) : as_json_(as_json) {}

  void format(const spdlog::details::log_msg& x, spdlog::memory_buf_t& out) override {
    const auto time = std::chrono::time_point_cast<std::chrono::microseconds>(x.time);
    auto text = ironbus::to_string(timestamp{time.time_since_epoch()});
    if (const auto zone = text.find('+'); zone != std::string::npos) text.replace(zone, 6, "Z");
    const log_head head{std::move(text), std::string{level_name(x.level)}};
    const auto record = parse_log_text({x.payload.data(), x.payload.size()});
    const auto line = (as_json_ ? as_json_line(head, record) : as_logfmt(head, record)) + "\n";
    out.append(line.data(), line.data() + line.size());
  }

  std::unique_ptr<spdlog::formatter> clone() const override {
    return std::make_unique<record_formatter>(as_json_);
  }

private:
  bool as_json_;
};

}  // namespace

void start_logging(const std::string& level, const std::string& format) {
  auto logger = std::make_shared<spdlog::logger>("ironbus",
                                                 std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_formatter(std::make_unique<record_formatter>(format == "json"));
  logger->set_level(spdlog::level::from_str(level));
  logger->flush_on(spdlog::level::trace);
  spdlog::set_default_logger(std::move(logger));
}

}  // namespace ironbus::daemon
