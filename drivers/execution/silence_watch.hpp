#pragma once

#include "drivers/port/permit.hpp"
#include "messages/model/wait.hpp"

#include <chrono>
#include <optional>

namespace ironbus {

struct silence_watch_options {
  std::chrono::milliseconds check_pause{5000};
  std::chrono::milliseconds noticed_after{15000};  ///< Shorter silences are not reported.
  std::chrono::milliseconds repeat_pause{60000};   ///< Between two reports with other errors.
};

/// Decides when a running step reports to its node that its BMC does not answer. Reports are few: a
/// lasting silence is reported again only with another error, and after a pause.
class silence_watch {
public:
  using time_point = std::chrono::steady_clock::time_point;

  /// A report; without a silence the BMC answers again.
  struct report {
    std::optional<machine_silence> silence;
  };

  explicit silence_watch(silence_watch_options options = {}) : options_{options} {}

  /// The report that is due; unset: none. `now` and `clock_now` are the same moment on both clocks.
  std::optional<report> check(const std::optional<unanswered_calls>& found, time_point now,
                              timestamp clock_now);

private:
  silence_watch_options options_;
  std::optional<machine_silence> reported_;
  time_point reported_at_{};
};

}  // namespace ironbus
