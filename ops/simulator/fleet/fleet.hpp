#pragma once

#include "messages/base/errors.hpp"
#include "ops/simulator/agent/api_connection.hpp"
#include "ops/simulator/bmc/simulated_bmc.hpp"
#include "ops/simulator/fleet/machine_plan.hpp"
#include "ops/simulator/vm/vm_options.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ironbus::simulator {

struct fleet_options {
  std::string host = "127.0.0.1";  ///< An IP address.
  uint16_t port = 0;               ///< Of the list; machine i uses port + 1 + i. 0: free ports.
  fleet_members machines;
  scenario plan;
  bool tls = true;
  /// The service that agents call after their machine has booted a ramdisk; unset: no agents.
  std::optional<api_address> api = std::nullopt;
  /// Settings of the virtual machines behind the BMCs; unset: no virtual machines. Excludes `api`,
  /// because a real ramdisk contains its agent.
  std::optional<vm_options> vm = std::nullopt;
  uint64_t seed = 1;
  unsigned threads = 2;
};

/// A fleet of machines. Each machine has its own port. Another port serves their list at
/// /simulate/machines and their agents below /agents/. A few threads serve all machines. A machine
/// without requests and without a running ramdisk uses only memory.
class fleet {
public:
  /// The clock must outlive it.
  fleet(fleet_options options, const clock& clock);
  ~fleet();
  fleet(const fleet&) = delete;
  fleet& operator=(const fleet&) = delete;

  /// Starts the fleet. Errors:
  ///   invalid      too few ports, the host is not an address, or agents cannot use it
  ///   unavailable  a port cannot be bound, or a virtual machine cannot start
  ///   conflict     another fleet uses the folder of the virtual machines
  result<std::monostate> start();
  /// Closes all connections. Idempotent.
  void stop();

  uint16_t port() const;  ///< Of the list.
  simulated_bmc& machine(unsigned number);
  /// Returns the content of `/simulate/machines`. The fleet must be running.
  json list();
  /// Returns the content of `/simulate/report`: what the machines were ordered to do and did.
  json report();

private:
  struct state;
  const std::unique_ptr<state> state_;
};

}  // namespace ironbus::simulator
