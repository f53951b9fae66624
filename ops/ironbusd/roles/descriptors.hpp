#pragma once

#include "messages/base/errors.hpp"

#include <cstddef>

namespace ironbus::daemon {

/// File descriptors that the process needs itself: files, backends, machines.
inline constexpr size_t own_descriptors = 128;

/// Raises the limit of open files (`ulimit -n`) to its maximum and returns it. `unavailable` if the
/// maximum is too low.
result<size_t> raise_descriptor_limit();

/// The most connections of each of `listeners`: as configured, or fewer if the limit is too low.
size_t connections_within(size_t descriptors, size_t configured, size_t listeners);

}  // namespace ironbus::daemon
