#pragma once

#include "messages/base/host_source.hpp"

#include <functional>
#include <mutex>
#include <utility>

namespace ironbus::test {

/// While it exists, the process's clocks stand still, and each wait passes at once and moves them.
/// So tests of long waits do not depend on real time. For code on one thread that waits by
/// ironbus::timer.
class jumping_host final : public host_source {
public:
  /// `moved` is called with the length of each jump.
  explicit jumping_host(std::function<void(std::chrono::nanoseconds)> moved = {})
      : moved_{std::move(moved)},
        wall_{host_source::system_now()},
        began_{host_source::steady_now()},
        now_{began_} {
    replace(this);
  }
  ~jumping_host() override { replace(nullptr); }
  jumping_host(const jumping_host&) = delete;
  jumping_host& operator=(const jumping_host&) = delete;

  std::chrono::system_clock::time_point system_now() const override {
    return wall_ + std::chrono::duration_cast<std::chrono::system_clock::duration>(passed());
  }
  steady_time steady_now() const override {
    const std::lock_guard hold{mutex_};
    return now_;
  }
  void note_wait(steady_time until) const override {
    std::chrono::nanoseconds length{};
    {
      const std::lock_guard hold{mutex_};
      if (until <= now_ || until == steady_time::max()) return;
      length = until - std::exchange(now_, until);
    }
    if (moved_) moved_(length);
  }
  std::chrono::nanoseconds passed() const { return steady_now() - began_; }

private:
  const std::function<void(std::chrono::nanoseconds)> moved_;
  const std::chrono::system_clock::time_point wall_;
  const steady_time began_;
  mutable std::mutex mutex_;  ///< Guards the member below.
  mutable steady_time now_;
};

}  // namespace ironbus::test
