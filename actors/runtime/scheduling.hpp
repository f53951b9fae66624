#pragma once

#include <caf/actor_system_config.hpp>

#include <cstddef>

namespace ironbus::runtime {

/// The settings of an actor system with so many threads; with none somebody else lets it run,
/// step by step and in a time of its own (caf::scheduler::test_coordinator).
caf::actor_system_config& configure(caf::actor_system_config& out, size_t threads);

}  // namespace ironbus::runtime
