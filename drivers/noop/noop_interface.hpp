#pragma once

#include "drivers/port/driver.hpp"

namespace ironbus {

/// Completes every step at once without an effect. Has no VIFs.
class noop_interface final : public driver_interface {
public:
  void run(permitted_step x, step_callback done) override;
};

/// Rejects every step. The executor rejects it earlier; this class serves other callers.
class unsupported_interface final : public driver_interface {
public:
  void run(permitted_step x, step_callback done) override;
};

}  // namespace ironbus
