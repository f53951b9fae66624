#pragma once

#include "drivers/port/driver.hpp"
#include "tests/simulation/core/event_loop.hpp"
#include "tests/simulation/core/random_stream.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::simulation {

/// How a machine takes its steps.
struct machine_habits {
  uint32_t fails_one_in = 40;   ///< Steps.
  uint32_t tasks_one_in = 4;    ///< Of the steps that may become tasks.
  uint32_t forgets_one_in = 2;  ///< Machines, of which nobody learns how far a flashing came.
  std::chrono::nanoseconds step_least = std::chrono::milliseconds{50};
  std::chrono::nanoseconds step_most = std::chrono::seconds{8};
  std::chrono::nanoseconds task_most = std::chrono::minutes{4};
};

/// A server and its BMC: nobody's process, so it survives all of ours. It does what it is told,
/// when it is told, and remembers every attempt of a step that it has begun.
class machine_model {
public:
  struct attempt {
    step_id id;
    std::string name;  ///< "deploy.erase_devices".
    std::string owner;
    moment began{};
    moment ends{};
    bool task = false;
    step_outcome outcome;  ///< What it comes to when it has ended.
  };
  using ended = std::function<void(const attempt&)>;
  /// Told of each attempt that begins; `again`: it had been begun before.
  using observer = std::function<void(const machine_model&, const attempt&, bool again)>;

  machine_model(event_loop& loop, std::string node, uint64_t seed, machine_habits habits,
                observer begun);

  const std::string& node() const { return node_; }
  power_state power() const { return power_; }
  /// Told of each change of the power.
  void on_power(std::function<void(power_state)> listen) { power_changed_ = std::move(listen); }

  /// Begins a step; `done` when it has ended, or at once if it has become a task.
  void begin(const step_request& request, const std::string& owner, ended done);
  /// The attempt, if it was begun; `done` when it has ended.
  const attempt* find(const step_id& id) const;
  void when_ended(const attempt& x, ended done);
  bool has_ended(const attempt& x) const { return x.ends <= loop_.now(); }

  /// Whether it can tell what became of a step that must not be repeated.
  bool forgets() const { return forgets_; }

  /// Its BMC does not answer for so long.
  void silence(std::chrono::nanoseconds length);
  bool silent() const { return loop_.now() < silent_until_; }

  const std::map<std::string, attempt>& attempts() const { return attempts_; }

private:
  attempt plan(const step_request& request, const std::string& owner);
  void set_power(const step_request& request);

  event_loop& loop_;
  const std::string node_;
  random_stream random_;
  const machine_habits habits_;
  const observer begun_;
  std::function<void(power_state)> power_changed_;
  const bool forgets_;
  power_state power_ = power_state::off;
  moment silent_until_{};
  std::map<std::string, attempt> attempts_;  ///< By claim key.
};

/// The handle by which a machine's task is polled, and back.
std::string handle_of(const step_id& id);

}  // namespace ironbus::simulation
