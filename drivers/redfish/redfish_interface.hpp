#pragma once

#include "drivers/redfish/redfish_context.hpp"

#include <memory>

namespace ironbus {

/// `redfish` of the kinds power and management.
class redfish_interface final : public driver_interface {
public:
  explicit redfish_interface(std::shared_ptr<redfish_context> context)
      : context_{std::move(context)} {}

  void run(permitted_step x, step_callback done) override;
  void recover(permitted_step x, recover_callback done) override;
  void probe(permitted_step x, recover_callback done) override;
  void read_power(machine target, permit allowed, power_callback done) override;

private:
  std::shared_ptr<redfish_context> context_;
};

}  // namespace ironbus
