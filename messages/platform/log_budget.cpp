#include "messages/platform/log_budget.hpp"

#include <algorithm>

namespace ironbus::log {

namespace {

/// The number of different records that are remembered.
constexpr size_t recent_max = 64;
/// Unused allowance of so many seconds may be used at once.
constexpr double burst_seconds = 10;
/// Warnings and errors are rarer than other records.
constexpr double urgent_share = 0.1;
constexpr std::chrono::seconds report_interval{1};

bool is_same(const record& one, const record& other) {
  return one.how == other.how && one.message == other.message &&
         std::equal(one.fields.begin(), one.fields.end(), other.fields.begin(), other.fields.end(),
                    [](const field& a, const field& b) {
                      return a.key.name == b.key.name && a.value == b.value;
                    });
}

}  // namespace

record_budget::record_budget(sink receiver, budget_options options, time_point begun)
    : sink_(std::move(receiver)), options_(options), reported_(begun) {
  for (size_t i = 0; i < levels; ++i)
    allowances_[i] = {rate_of(level(i)) * burst_seconds, begun, 0};
}

double record_budget::rate_of(level how) const {
  return static_cast<double>(options_.records_per_second) *
         (how >= level::warn ? urgent_share : 1.0);
}

void record_budget::take(record given, time_point now) {
  std::lock_guard hold{mutex_};
  if (is_repeated(given, now)) return;
  if (!is_granted(given.how, now)) return;
  if (now - reported_ >= report_interval) {
    reported_ = now;
    report_dropped();
  }
  sink_(given);
  recent_.push_back({std::move(given), now});
  if (recent_.size() <= recent_max) return;
  report_repeated(recent_.front());
  recent_.pop_front();
}

bool record_budget::is_repeated(const record& given, time_point now) {
  const auto found = std::find_if(recent_.begin(), recent_.end(),
                                  [&](const written& one) { return is_same(one.what, given); });
  if (found == recent_.end()) return false;
  if (now - found->when < options_.repeat_window) {
    ++found->again;
    ++repeated_;
    return true;
  }
  report_repeated(*found);
  recent_.erase(found);
  return false;
}

bool record_budget::is_granted(level how, time_point now) {
  if (options_.records_per_second == 0 || how >= level::critical) return true;
  auto& allowed = allowances_.at(static_cast<size_t>(how));
  const auto rate = rate_of(how);
  const std::chrono::duration<double> since = now - allowed.filled;
  allowed.left = std::min(allowed.left + rate * since.count(), rate * burst_seconds);
  allowed.filled = now;
  if (allowed.left >= 1) {
    allowed.left -= 1;
    return true;
  }
  ++allowed.dropped;
  ++dropped_[static_cast<size_t>(how)];
  return false;
}

void record_budget::flush(time_point now) {
  std::lock_guard hold{mutex_};
  std::erase_if(recent_, [&](const written& one) {
    if (now - one.when < options_.repeat_window) return false;
    report_repeated(one);
    return true;
  });
  reported_ = now;
  report_dropped();
}

void record_budget::flush_all() {
  std::lock_guard hold{mutex_};
  for (const auto& one : std::exchange(recent_, {})) report_repeated(one);
  report_dropped();
}

void record_budget::report_repeated(const written& one) const {
  if (one.again == 0) return;
  auto out = one.what;
  out.fields.push_back({log_key::repeated, std::to_string(one.again)});
  sink_(out);
}

void record_budget::report_dropped() {
  for (size_t i = 0; i < levels; ++i)
    if (const auto count = std::exchange(allowances_[i].dropped, 0); count > 0)
      sink_({level::warn,
             "too many records of level " + std::string{to_string(level(i))} +
                 "; some were not written",
             {{log_key::count, std::to_string(count)}}});
}

}  // namespace ironbus::log
