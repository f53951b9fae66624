#pragma once

#include "drivers/port/driver.hpp"

namespace ironbus {

/// Touches no machine. What it should boot from is noted in driver_internal_info, for whoever sets
/// it; until then a machine is taken to boot from the network first, and then from its disk.
class manual_interface final : public driver_interface {
public:
  void run(permitted_step request, step_callback done) override;
};

}  // namespace ironbus
