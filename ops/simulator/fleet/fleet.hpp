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
  uint16_t port = 0;               ///< Of the list; machine i has port + 1 + i. 0: any free ones.
  fleet_members machines;
  scenario plan;
  bool tls = true;
  /// Where the agents of machines that boot a ramdisk call; unset: no ramdisk has one.
  std::optional<api_address> api = std::nullopt;
  /// What QEMU has behind each BMC; unset: nothing, what the machines do is said only. Not with
  /// `api`, as real ramdisks bring their agents along.
  std::optional<vm_options> vm = std::nullopt;
  uint64_t seed = 1;
  unsigned threads = 2;
};

/// Machines, each at a port of its own, and their list at /simulate/machines; their agents are
/// below /agents/ of the same port. A few threads serve all of them; a machine costs nothing but
/// memory while nobody asks it and no ramdisk runs in it.
class fleet {
public:
  /// The clock must outlive it.
  fleet(fleet_options options, const clock& clock);
  ~fleet();
  fleet(const fleet&) = delete;
  fleet& operator=(const fleet&) = delete;

  /// `invalid` if the ports do not suffice, or if the host is no address or, with agents, none that
  /// they could name; `unavailable` if one cannot be bound, or a virtual machine cannot be had;
  /// `conflict` if another fleet uses the folder of these.
  result<std::monostate> start();
  /// Ends all connections. Idempotent.
  void stop();

  uint16_t port() const;  ///< Of the list.
  simulated_bmc& machine(unsigned number);
  /// As `/simulate/machines` gives it; while the fleet runs.
  json list();

private:
  struct state;
  const std::unique_ptr<state> state_;
};

}  // namespace ironbus::simulator
