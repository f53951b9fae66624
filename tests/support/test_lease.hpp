#pragma once

#include "drivers/port/driver.hpp"
#include "drivers/port/lease.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace ironbus::test {

/// A worker's lease by a clock that the test moves; it holds from the beginning.
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
  /// The worker was frozen for longer than the store waits.
  void lapse() { pass(patience); }
  /// The same, just before a permit is asked for the so-manyth time from now, counted from 0.
  void lapse_at(int check, std::function<void()> then = {}) {
    clock_->lapsed = std::move(then);
    clock_->checks = check;
  }
  /// The store takes all that there is to announce: a new incarnation after a lapse.
  void announce() {
    while (held_->taken(held_->next(), patience)) continue;
  }

  static constexpr std::chrono::milliseconds patience{6000};

private:
  struct moved_clock {
    std::atomic<boot_time::rep> now = boot_time{std::chrono::hours{1}}.count();
    std::atomic<int> checks = -1;  ///< Before the lapse; -1: none is wanted.
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

/// A permit that is refused to nobody.
inline permit lasting_permit() {
  static const test_lease worker;
  return worker.issue();
}

/// The step as a driver is given it.
inline permitted_step permitted(step_request request) {
  return {std::move(request), lasting_permit()};
}

}  // namespace ironbus::test
