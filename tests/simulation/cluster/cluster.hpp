#pragma once

#include "tests/simulation/cluster/driver_process.hpp"
#include "tests/simulation/cluster/gateway_process.hpp"
#include "tests/simulation/doubles/bus_link.hpp"
#include "tests/simulation/doubles/simulated_broker.hpp"
#include "tests/simulation/doubles/simulated_store.hpp"
#include "tests/simulation/doubles/store_link.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace ironbus::simulation {

enum class role : uint8_t { gateway, conductor, driver };

struct cluster_size {
  uint32_t gateways = 2;
  uint32_t conductors = 2;
  uint32_t drivers = 3;
  uint32_t shards = 4;
};

/// Conductor groups: the default group and another one. Some drivers serve one group only, others
/// serve both.
inline constexpr std::array<const char*, 2> conductor_groups{"", "rack"};

/// The place of a process: its name, the running process, and its connections.
struct process_place {
  simulation::role role = role::gateway;
  std::string name;
  std::vector<std::string> groups{};  ///< Conductor groups of a driver.
  std::unique_ptr<bus_link> bus{};
  std::unique_ptr<store_link> store{};
  std::unique_ptr<process> running{};  ///< Null: the process is down.
};

/// All processes of ironbus, their broker and store, and the machines.
class cluster {
public:
  cluster(surroundings& around, cluster_size size, machine_habits habits,
          machine_model::observer begun);
  ~cluster();

  void start();

  /// Sends a request to a random running gateway. Status 0: none runs, or it died while handling
  /// it.
  void ask(api_request request, std::function<void(api_answer)> done);
  /// Adds a machine for a node. With an agent, the lookup uses that MAC address.
  void add_machine(const std::string& node, const std::string& mac);
  /// Whether the driver that owns claims under this name serves the conductor group.
  bool serves(const std::string& owner, const std::string& group) const;
  bool has_agent(const std::string& node) const { return agent_nodes_.contains(node); }

  // -- faults
  std::vector<process_place>& places() { return places_; }
  /// Kills the process of a place now, or at the given call of a port. Restarts it after `down`.
  void kill(process_place& place, uint32_t calls, std::chrono::nanoseconds down);
  simulated_broker& broker() { return broker_; }
  simulated_store& store() { return store_; }
  machine_pool& machines() { return machines_; }
  agent_pool& agents() { return agents_; }

private:
  void start(process_place& place);
  void bury(process_place& place, std::chrono::nanoseconds down);
  std::unique_ptr<process> make(const process_place& place, process_parts parts);

  surroundings& around_;
  const cluster_size size_;
  const machine_habits habits_;
  const machine_model::observer begun_;
  const policy_ptr policy_;
  const driver_catalog catalog_;
  simulated_broker broker_;
  simulated_store store_;
  machine_pool machines_;
  agent_pool agents_;
  std::set<std::string> agent_nodes_;  ///< Nodes whose machines have an agent.
  std::vector<process_place> places_;
};

}  // namespace ironbus::simulation
