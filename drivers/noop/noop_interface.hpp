#pragma once

#include "drivers/port/driver.hpp"

namespace ironbus {

/// Has nothing to do: every step is done at once. There are no VIFs.
class noop_interface final : public driver_interface {
public:
  void run(permitted_step x, step_callback done) override;
};

/// Refuses every step. The executor does not get this far; it is here for other callers.
class unsupported_interface final : public driver_interface {
public:
  void run(permitted_step x, step_callback done) override;
};

}  // namespace ironbus
