#pragma once

#include "messages/platform/log.hpp"
#include "messages/platform/metrics.hpp"

#include <chrono>
#include <deque>
#include <mutex>

namespace ironbus::log {

/// Limits the log, so that a storm of records fills neither the disk nor the reader's screen. A
/// record that is repeated soon is counted, not written, and each level has a limit per second.
/// Unwritten records are reported and counted in metrics. Thread safe.
class record_budget {
public:
  using time_point = std::chrono::steady_clock::time_point;

  record_budget(sink receiver, budget_options options, time_point begun);

  /// Writes the record, or counts it.
  void take(record given, time_point now);
  /// Reports the counted records if it is time; to be called periodically.
  void flush(time_point now);
  /// Reports all counted records at the end.
  void flush_all();

private:
  /// A written record and the number of its repetitions.
  struct written {
    record what;
    time_point when;
    uint64_t again = 0;
  };
  /// Of a level: the remaining allowance and the number of records not written.
  struct allowance {
    double left = 0;
    time_point filled;
    uint64_t dropped = 0;
  };

  static constexpr size_t levels = static_cast<size_t>(level::off);

  bool is_repeated(const record& given, time_point now);
  bool is_granted(level how, time_point now);
  double rate_of(level how) const;
  void report_repeated(const written& one) const;
  void report_dropped();

  const sink sink_;
  const budget_options options_;
  std::mutex mutex_;  ///< Guards the members below; records are written in order.
  std::deque<written> recent_;
  std::array<allowance, levels> allowances_;
  time_point reported_;
  metrics::counter repeated_{
      {"ironbus_log_records_repeated_total",
       "Log records not written because the same record had just been written."}};
  metrics::labelled<metrics::counter_value> dropped_{
      {"ironbus_log_records_dropped_total", "Log records not written because there were too many."},
      levels,
      [](size_t i) {
        return metrics::labels{{"level", std::string{to_string(level(i))}}};
      }};
};

}  // namespace ironbus::log
