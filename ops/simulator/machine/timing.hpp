#pragma once

#include <chrono>

namespace ironbus::simulator {

/// Durations of the actions of a machine.
struct timing {
  using duration = std::chrono::milliseconds;

  duration power_on{2'000};
  duration power_off{1'000};
  duration shutdown{5'000};  ///< Of a requested shutdown.
  duration post{20'000};
  duration bios_settings{3'000};  ///< Additional POST time, as for `volume` and `firmware`.
  duration volume{10'000};
  duration firmware{30'000};
  duration bmc_restart{15'000};
  duration agent{10'000};        ///< From the boot of a ramdisk to the agent's first call.
  duration event_retry{30'000};  ///< Between two attempts to deliver an event.
  duration agent_step{2'000};    ///< Of a command of an agent.
};

}  // namespace ironbus::simulator
