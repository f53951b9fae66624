#pragma once

#include <cstdint>

namespace ironbus::daemon {

/// The programs of the binary. The name in argv[0] selects one of them.
enum class program : uint8_t {
  ironbus,   ///< The operator's command: a client of a running service.
  ironbusd,  ///< The daemon, and the commands for its configuration, its store and simulations.
};

constexpr const char* name_of(program x) { return x == program::ironbus ? "ironbus" : "ironbusd"; }

constexpr program other_than(program x) {
  return x == program::ironbus ? program::ironbusd : program::ironbus;
}

}  // namespace ironbus::daemon
