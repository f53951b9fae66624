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

/// Probabilities of a machine's behaviour.
struct machine_habits {
  uint32_t fails_one_in = 40;   ///< One in that many steps fails.
  uint32_t tasks_one_in = 4;    ///< One in that many possible steps becomes a task.
  uint32_t forgets_one_in = 2;  ///< One in that many machines cannot report an interrupted update.
  std::chrono::nanoseconds step_least = std::chrono::milliseconds{50};
  std::chrono::nanoseconds step_most = std::chrono::seconds{8};
  std::chrono::nanoseconds task_most = std::chrono::minutes{4};
};

/// A server and its BMC, independent of all processes. It runs each step on request, and records
/// every started attempt.
class machine_model {
public:
  struct attempt {
    step_id id;
    std::string name;  ///< "deploy.erase_devices"
    std::string owner;
    moment began{};
    moment ends{};
    bool task = false;
    step_outcome outcome;  ///< Valid after its end.
  };
  using ended = std::function<void(const attempt&)>;
  /// Called for each started attempt; `again`: the attempt was started before.
  using observer = std::function<void(const machine_model&, const attempt&, bool again)>;

  machine_model(event_loop& loop, std::string node, uint64_t seed, machine_habits habits,
                observer begun);

  const std::string& node() const { return node_; }
  power_state power() const { return power_; }
  /// Sets a callback for each power change.
  void on_power(std::function<void(power_state)> listen) { power_changed_ = std::move(listen); }

  /// Starts a step. Calls `done` at its end, or immediately if it has become a task.
  void begin(const step_request& request, const std::string& owner, ended done);
  /// Finds a started attempt; null if there is none. Calls `done` at its end.
  const attempt* find(const step_id& id) const;
  void when_ended(const attempt& x, ended done);
  bool has_ended(const attempt& x) const { return x.ends <= loop_.now(); }

  /// Whether it cannot report the result of an interrupted step that must not be repeated.
  bool forgets() const { return forgets_; }

  /// The BMC does not respond during this time.
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

/// The handle for polling a machine's task, and the reverse.
std::string handle_of(const step_id& id);

}  // namespace ironbus::simulation
