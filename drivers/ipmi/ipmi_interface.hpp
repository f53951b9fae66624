#pragma once

#include "drivers/ipmi/ipmi_context.hpp"

#include <memory>

namespace ironbus {

/// `ipmitool` of the kinds power, management and vendor, and `ipmitool-socat` of console.
class ipmi_interface final : public driver_interface {
public:
  explicit ipmi_interface(std::shared_ptr<ipmi_context> context);

  void run(permitted_step x, step_callback done) override;
  void recover(permitted_step x, recover_callback done) override;
  void read_power(machine target, permit allowed, power_callback done) override;

private:
  std::shared_ptr<ipmi_context> context_;
};

}  // namespace ironbus
