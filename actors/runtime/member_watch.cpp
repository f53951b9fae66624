#include "actors/runtime/member_watch.hpp"

#include <algorithm>
#include <utility>

namespace ironbus {

namespace {

constexpr std::chrono::seconds check_all_interval{60};

}  // namespace

member_watch::task member_watch::await(std::chrono::milliseconds interval) {
  std::unique_lock lock(mutex_);
  wake_.wait_for(lock, interval, [this] { return ended_ || check_now_; });
  if (ended_) return task::end;
  const auto now = clock::now();
  if (!std::exchange(check_now_, false) && now < next_full_check_) return task::look;
  next_full_check_ = now + check_all_interval;
  return task::check_and_look;
}

void member_watch::ask_for_check() {
  std::lock_guard guard(mutex_);
  check_now_ = true;
  wake_.notify_all();
}

void member_watch::take(const result<std::vector<member>>& members) {
  if (!members) return;
  std::set<std::string> seen;
  for (const auto& x : *members) seen.insert(x.name + "/" + x.incarnation);
  std::lock_guard guard(mutex_);
  const bool gone = !std::includes(seen.begin(), seen.end(), members_.begin(), members_.end());
  members_ = std::move(seen);
  if (!gone) return;
  check_now_ = true;
  wake_.notify_all();
}

bool member_watch::end() {
  std::lock_guard guard(mutex_);
  if (std::exchange(ended_, true)) return false;
  wake_.notify_all();
  return true;
}

}  // namespace ironbus
