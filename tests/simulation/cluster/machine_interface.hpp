#pragma once

#include "tests/simulation/cluster/machine.hpp"
#include "tests/simulation/cluster/process.hpp"

namespace ironbus::simulation {

/// Simulated machines, by UUID of their node.
using machine_pool = std::map<std::string, std::unique_ptr<machine_model>>;

/// The driver for simulated machines in one driver process. It checks the permit before each call,
/// and sends each call as one message, with delays in both directions.
class machine_interface final : public driver_interface {
public:
  machine_interface(process& owner, machine_pool& machines) : owner_{owner}, machines_{machines} {}

  void run(permitted_step request, step_callback done) override;
  void recover(permitted_step request, recover_callback done) override;
  void probe(permitted_step request, recover_callback done) override;
  void read_power(machine target, permit allowed, power_callback done) override;

private:
  using call = std::function<void(machine_model&)>;

  /// Sends a call to a machine. False: the permit is invalid, or the process was killed.
  bool send(const permit& allowed, const std::string& node, call what);

  process& owner_;
  machine_pool& machines_;
};

}  // namespace ironbus::simulation
