#pragma once

#include <caf/actor_system_config.hpp>

#include <cstddef>

namespace ironbus::runtime {

/// The settings of an actor system with so many threads. With 0, the caller runs it step by step
/// with simulated time (caf::scheduler::test_coordinator).
caf::actor_system_config& configure(caf::actor_system_config& out, size_t threads);

}  // namespace ironbus::runtime
