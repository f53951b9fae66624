#pragma once

#include "drivers/redfish/redfish_context.hpp"

#include <memory>

namespace ironbus {

/// The operations of power and management.
redfish_operations redfish_machine_acts();

/// The driver object of all interfaces of the family. Executes the operations of its table.
class redfish_interface final : public driver_interface {
public:
  explicit redfish_interface(std::shared_ptr<redfish_context> context,
                             redfish_operations acts = redfish_machine_acts())
      : context_{std::move(context)}, acts_{acts} {}
  /// Waits for running work on files.
  ~redfish_interface() override { context_->files.stop(); }
  redfish_interface(const redfish_interface&) = delete;
  redfish_interface& operator=(const redfish_interface&) = delete;

  void run(permitted_step x, step_callback done) override;
  void recover(permitted_step x, recover_callback done) override;
  void probe(permitted_step x, recover_callback done) override;
  void read_power(machine target, permit allowed, power_callback done) override;
  /// Ends the sessions at all BMCs, including those of other interfaces of the family.
  void release_machines(permit allowed, std::chrono::steady_clock::time_point deadline,
                        std::function<void()> done) override;

private:
  std::shared_ptr<redfish_context> context_;
  redfish_operations acts_;
};

}  // namespace ironbus
