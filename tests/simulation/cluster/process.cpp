#include "tests/simulation/cluster/process.hpp"

namespace ironbus::simulation {

process::process(surroundings& around, std::string name)
    : around_{around}, name_{std::move(name)}, life_{std::make_shared<life>(life{this})} {
  clock_.wake_after = [this](std::chrono::nanoseconds wait) { enter_after(wait, [] {}); };
}

process::~process() = default;

void process::enter(const event_loop::action& what) {
  if (!alive_) return;
  const simulated_host::running_as scope{around_.host, clock_};
  if (std::exchange(inside_, true)) return what();
  refresh_time();
  what();
  run_ready();
  inside_ = false;
}

void process::enter_after(std::chrono::nanoseconds wait, event_loop::action what) {
  around_.loop.after(wait, [weak = std::weak_ptr{life_}, what = std::move(what)] {
    const auto life = weak.lock();
    if (!life) return;
    auto& self = *life->self;
    if (self.frozen_)
      self.held_.push_back(what);
    else
      self.enter(what);
  });
}

void process::kill() {
  if (!std::exchange(alive_, false)) return;
  life_.reset();
  held_.clear();
  on_killed();
  if (died_) died_();
}

void process::freeze(std::chrono::nanoseconds length, bool suspended) {
  if (!alive_ || std::exchange(frozen_, true)) return;
  on_frozen(true);
  around_.loop.after(length, [weak = std::weak_ptr{life_}, length, suspended] {
    const auto life = weak.lock();
    if (!life) return;
    auto& self = *life->self;
    if (suspended) self.clock_.suspended += length;
    self.frozen_ = false;
    self.on_frozen(false);
    for (const auto& what : std::exchange(self.held_, {})) self.enter(what);
    self.enter([] {});
  });
}

bool process::may_call() {
  if (!alive_) return false;
  if (!calls_left_ || (*calls_left_)-- > 0) return true;
  calls_left_.reset();
  kill();
  return false;
}

}  // namespace ironbus::simulation
