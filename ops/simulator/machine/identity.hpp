#pragma once

#include "ops/simulator/machine/hardware.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus::simulator {

/// What is a machine's own from the factory. It follows from the seed and the number alone.
struct identity {
  std::string name;
  std::string uuid;
  std::string serial;
  std::string password;
  std::vector<std::string> macs;
  hardware built_in = {};
};

std::string drive_serial(const identity& who, unsigned drive);

/// `number` from 0. The name is "sim-" and the number from 1, with five digits.
identity make_identity(uint64_t seed, unsigned number);

}  // namespace ironbus::simulator
