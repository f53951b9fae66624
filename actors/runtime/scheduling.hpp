#pragma once

#include <caf/actor_system_config.hpp>

#include <cstddef>

namespace ironbus::runtime {

/// The settings of an actor system with so many threads.
caf::actor_system_config& configure(caf::actor_system_config& out, size_t threads);

}  // namespace ironbus::runtime
