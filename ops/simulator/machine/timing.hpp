#pragma once

#include <chrono>

namespace ironbus::simulator {

/// How long what a machine does takes.
struct timing {
  using duration = std::chrono::milliseconds;

  duration power_on{2'000};
  duration power_off{1'000};
  duration shutdown{5'000};  ///< Of a system that is asked to.
  duration post{20'000};
  duration bios_settings{3'000};  ///< POST takes that much longer, as for a volume or firmware.
  duration volume{10'000};
  duration firmware{30'000};
  duration bmc_restart{15'000};
  duration agent{10'000};        ///< From the boot of a ramdisk to its agent's first call.
  duration event_retry{30'000};  ///< Until an event that nobody took is sent again.
  duration agent_step{2'000};    ///< Of what an agent is told to do.
};

}  // namespace ironbus::simulator
