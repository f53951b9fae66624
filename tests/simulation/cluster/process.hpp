#pragma once

#include "tests/simulation/core/simulated_host.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ironbus::simulation {

/// What all parts of one simulation share.
struct surroundings {
  explicit surroundings(uint64_t seed) : random{seed}, host{loop, random.next()} {}

  event_loop loop;
  random_stream random;
  simulated_host host;
};

/// One of our processes. All that happens in it happens within `enter`, one event after the other;
/// between two events, and at each call of a port, it may be killed: what it does from then on has
/// no effect, and nothing reaches it any more.
class process {
public:
  process(surroundings& around, std::string name);
  virtual ~process();
  process(const process&) = delete;
  process& operator=(const process&) = delete;

  const std::string& name() const { return name_; }
  bool alive() const { return alive_; }
  bool frozen() const { return frozen_; }
  surroundings& around() { return around_; }

  /// Does something as this process, and all that follows from it within the process.
  void enter(const event_loop::action& what);
  /// The same later, unless it has died until then; where it is frozen, when it goes on.
  void enter_after(std::chrono::nanoseconds wait, event_loop::action what);

  /// Killed now, or at the so-manyth call of a port from now.
  void kill();
  void kill_at_call(uint32_t calls) { calls_left_ = calls; }
  /// Told when it has been killed; it may be on the stack yet.
  void on_death(std::function<void()> listen) { died_ = std::move(listen); }
  /// Stopped as by SIGSTOP for so long; with `suspended` its host sleeps, and its steady clock
  /// stands still.
  void freeze(std::chrono::nanoseconds length, bool suspended);
  void set_clock_ahead(std::chrono::nanoseconds offset) { clock_.wall_offset = offset; }

  /// Asked by its ports before each call: whether it has an effect.
  bool may_call();

  /// A callback that outlives neither its one use nor the process, and runs as the process.
  template <class F>
  auto once(F callback);
  /// The same for any number of uses.
  template <class F>
  auto always(F callback);

protected:
  /// Lets run what is ready within the process; until nothing is.
  virtual void run_ready() = 0;
  /// What is due by its clock is made ready; comes before anything else in it.
  virtual void refresh_time() {}
  /// It is frozen or goes on: its connections must know.
  virtual void on_frozen(bool) {}
  /// It has been killed: its connections end.
  virtual void on_killed() {}
  /// What it has promised to call back is dropped, while what is called still exists.
  void drop_callbacks() { callbacks_.clear(); }

private:
  struct life {
    process* self;
  };

  surroundings& around_;
  const std::string name_;
  process_clock clock_;
  bool alive_ = true;
  bool frozen_ = false;
  bool inside_ = false;
  std::optional<uint32_t> calls_left_;
  std::function<void()> died_;
  std::vector<event_loop::action> held_;  ///< While it is frozen.
  std::shared_ptr<life> life_;
  std::set<std::shared_ptr<void>> callbacks_;  ///< Only kept; never looked through.
};

template <class F>
auto process::once(F callback) {
  auto owned = std::make_shared<F>(std::move(callback));
  callbacks_.insert(owned);
  return [life = std::weak_ptr{life_}, weak = std::weak_ptr{owned}](auto... given) {
    const auto alive = life.lock();
    const auto found = weak.lock();
    if (!alive || !found || !alive->self->callbacks_.erase(found)) return;
    alive->self->enter_after(
        std::chrono::nanoseconds{0},
        [found, ... x = std::move(given)]() mutable { (*found)(std::move(x)...); });
  };
}

template <class F>
auto process::always(F callback) {
  auto owned = std::make_shared<F>(std::move(callback));
  callbacks_.insert(owned);
  return [life = std::weak_ptr{life_}, weak = std::weak_ptr{owned}](auto... given) {
    const auto alive = life.lock();
    if (!alive) return;
    alive->self->enter_after(std::chrono::nanoseconds{0},
                             [weak, ... x = std::move(given)]() mutable {
                               if (const auto found = weak.lock()) (*found)(std::move(x)...);
                             });
  };
}

}  // namespace ironbus::simulation
