#pragma once

#include "drivers/port/driver.hpp"

namespace ironbus {

/// Calls no machine. Stores the wanted boot device in driver_internal_info for the operator. By
/// default a machine is expected to boot from the network first and then from its disk.
class manual_interface final : public driver_interface {
public:
  void run(permitted_step request, step_callback done) override;
};

}  // namespace ironbus
