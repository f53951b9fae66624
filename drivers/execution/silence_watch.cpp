#include "drivers/execution/silence_watch.hpp"

namespace ironbus {

std::optional<silence_watch::report> silence_watch::check(
    const std::optional<unanswered_calls>& found, time_point now, timestamp clock_now) {
  if (!found) {
    if (!reported_) return std::nullopt;
    reported_.reset();
    return report{};
  }
  if (now - found->since < options_.noticed_after) return std::nullopt;
  if (reported_ && (reported_->error == found->error || now - reported_at_ < options_.repeat_pause))
    return std::nullopt;
  const auto silent_for = std::chrono::duration_cast<std::chrono::microseconds>(now - found->since);
  // The first report has the time: it must not drift with the clocks.
  const auto since = reported_ ? reported_->since : clock_now - silent_for;
  reported_ = machine_silence{found->host, since, found->error};
  reported_at_ = now;
  return report{reported_};
}

}  // namespace ironbus
