#pragma once

#include "actors/runtime/conductor/conductor.hpp"
#include "actors/runtime/rule_follower.hpp"
#include "ops/ironbusd/roles/announcer.hpp"
#include "tests/simulation/cluster/process_ports.hpp"

#include <memory>
#include <optional>

namespace caf::scheduler {
class test_coordinator;
}

namespace ironbus::simulation {

/// Dependencies of every kind of process.
struct process_parts {
  bus& messages;
  store& records;
  policy_ptr policy;
  const driver_catalog& catalog;
  std::function<void(bool frozen)> on_frozen;
  std::function<void()> on_killed;
};

/// Announces the process periodically, like the daemon's announcer thread.
class announcing {
public:
  announcing(process& owner, store& records, member who, lease_ptr held);
  void start();

private:
  void announce();

  process& owner_;
  daemon::announcer announcer_;
  uint64_t round_ = 0;
};

/// The role `conductor`: the real actors, run by a scheduler in virtual time.
class conductor_process final : public process {
public:
  conductor_process(surroundings& around, const std::string& name, process_parts parts);
  ~conductor_process() override;

  void start();

private:
  void run_ready() override;
  void refresh_time() override;
  void on_frozen(bool frozen) override { parts_.on_frozen(frozen); }
  void on_killed() override { parts_.on_killed(); }
  void wake_when_due();
  /// Runs the actors of a newly started part with the others, by the process's clock.
  void run_with(caf::scheduler::abstract_coordinator& scheduler);
  void run_all_ready();

  process_parts parts_;
  process_bus messages_;
  process_store records_;
  system_clock time_;
  inspection::engine inspecting_;
  std::unique_ptr<inspection::rule_follower> rules_;
  std::unique_ptr<conductor> role_;
  std::unique_ptr<announcing> announcing_;
  std::vector<caf::scheduler::test_coordinator*> schedulers_;
  std::optional<host_source::steady_time> awake_at_;
};

}  // namespace ironbus::simulation
