#pragma once

#include "ops/simulator/machine/hardware.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus::simulator {

/// The factory settings of a machine. They depend only on the seed and the number.
struct identity {
  std::string name;
  std::string uuid;
  std::string serial;
  std::string password;
  std::vector<std::string> macs;
  hardware built_in = {};
  /// Addresses of further interfaces of the system, which are no ports; only its agent shows them.
  std::vector<std::string> further_macs = {};
};

std::string drive_serial(const identity& who, unsigned drive);

/// `number` starts at 0. The name is "sim-" followed by number + 1 with five digits.
identity make_identity(uint64_t seed, unsigned number);

}  // namespace ironbus::simulator
