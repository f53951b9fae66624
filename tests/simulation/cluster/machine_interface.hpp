#pragma once

#include "tests/simulation/cluster/machine.hpp"
#include "tests/simulation/cluster/process.hpp"

namespace ironbus::simulation {

/// The machines of a simulation, by their nodes' UUIDs.
using machine_park = std::map<std::string, std::unique_ptr<machine_model>>;

/// A driver of one driver process: carries calls to simulated machines and their answers back. As a
/// driver must, it asks the permit before each call, and calls a machine by one message.
class machine_interface final : public driver_interface {
public:
  machine_interface(process& owner, machine_park& machines) : owner_{owner}, machines_{machines} {}

  void run(permitted_step request, step_callback done) override;
  void recover(permitted_step request, recover_callback done) override;
  void probe(permitted_step request, recover_callback done) override;
  void read_power(machine target, permit allowed, power_callback done) override;

private:
  using call = std::function<void(machine_model&)>;

  /// Sends a call to a machine. False: the permit is refused, or the process has died of it.
  bool send(const permit& allowed, const std::string& node, call what);

  process& owner_;
  machine_park& machines_;
};

}  // namespace ironbus::simulation
