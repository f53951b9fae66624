#pragma once

#include "drivers/port/driver.hpp"
#include "drivers/port/lease.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace ironbus::test {

/// A worker's lease with a clock that the test advances. It is valid at the start.
class test_lease {
public:
  explicit test_lease(std::string name = "worker-1", std::string incarnation = "b")
      : held_{std::make_shared<lease>(std::move(name), std::move(incarnation),
                                      [clock = clock_] { return clock->read(); })} {
    announce();
  }

  operator const lease_ptr&() const { return held_; }
  lease* operator->() const { return held_.get(); }
  permit issue() const { return held_->issue(); }
  std::string owner() const { return held_->name() + "/" + held_->incarnation(); }

  void pass(boot_time time) { clock_->now += time.count(); }
  /// Simulates a worker that was frozen for longer than the store waits.
  void lapse() { pass(patience); }
  /// The same, right before the permit check with this number, counted from 0.
  void lapse_at(int check, std::function<void()> then = {}) {
    clock_->lapsed = std::move(then);
    clock_->checks = check;
  }
  /// The store accepts the announcement; after a lapse it is a new incarnation.
  void announce() {
    while (held_->taken(held_->next(), patience)) continue;
  }

  static constexpr std::chrono::milliseconds patience{6000};

private:
  struct moved_clock {
    std::atomic<boot_time::rep> now = boot_time{std::chrono::hours{1}}.count();
    std::atomic<int> checks = -1;  ///< Checks before the lapse; -1: no lapse.
    std::function<void()> lapsed;

    boot_time read() {
      if (checks >= 0 && checks-- == 0) {
        now += boot_time{patience}.count();
        if (lapsed) lapsed();
      }
      return boot_time{now};
    }
  };

  std::shared_ptr<moved_clock> clock_ = std::make_shared<moved_clock>();
  lease_ptr held_;
};

/// A permit that is always valid.
inline permit lasting_permit() {
  static const test_lease worker;
  return worker.issue();
}

/// A step with its permit, as passed to a driver.
inline permitted_step permitted(step_request request) {
  return {std::move(request), lasting_permit()};
}

}  // namespace ironbus::test
