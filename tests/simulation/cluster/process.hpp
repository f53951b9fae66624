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

/// Shared objects of one simulation.
struct surroundings {
  explicit surroundings(uint64_t seed) : random{seed}, host{loop, random.next()} {}

  event_loop loop;
  random_stream random;
  simulated_host host;
};

/// A simulated process. Everything in it runs within `enter`, one event at a time. Between two
/// events, and at each call of a port, it may be killed: from then on its calls have no effect, and
/// nothing reaches it.
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

  /// Runs an action as this process, and everything within the process that follows from it.
  void enter(const event_loop::action& what);
  /// The same after a delay, unless the process dies first. A frozen process runs it later.
  void enter_after(std::chrono::nanoseconds wait, event_loop::action what);

  /// Kills it now, or at the given call of a port from now.
  void kill();
  void kill_at_call(uint32_t calls) { calls_left_ = calls; }
  /// Sets a callback for its death. The process may still be on the stack.
  void on_death(std::function<void()> listen) { died_ = std::move(listen); }
  /// Stops it as by SIGSTOP for that time. With `suspended` its host sleeps and its steady clock
  /// stops.
  void freeze(std::chrono::nanoseconds length, bool suspended);
  void set_clock_ahead(std::chrono::nanoseconds offset) { clock_.wall_offset = offset; }

  /// Ports ask before each call whether it may have an effect.
  bool may_call();

  /// Wraps a callback for one use: it runs as the process, and not after its death.
  template <class F>
  auto once(F callback);
  /// The same for any number of uses.
  template <class F>
  auto always(F callback);

protected:
  /// Runs everything that is ready within the process.
  virtual void run_ready() = 0;
  /// Makes everything ready that is due by its clock. Called before anything else.
  virtual void refresh_time() {}
  /// The process freezes or continues; informs its connections.
  virtual void on_frozen(bool) {}
  /// The process was killed; closes its connections.
  virtual void on_killed() {}
  /// Drops pending callbacks while their targets still exist.
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
  std::vector<event_loop::action> held_;  ///< Delayed while it is frozen.
  std::shared_ptr<life> life_;
  std::set<std::shared_ptr<void>> callbacks_;  ///< Only stored, never iterated.
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
