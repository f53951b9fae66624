#pragma once

#include "messages/base/errors.hpp"

#include <cstddef>

namespace ironbus::daemon {

/// So many the process needs for itself: files, backends, machines.
inline constexpr size_t own_descriptors = 128;

/// Raises the limit of open files (`ulimit -n`) as far as the process may, and gives it.
/// `unavailable` if even that is too few to begin with.
result<size_t> raise_descriptor_limit();

/// How many connections each of so many listeners can have: as many as configured, or what the
/// limit leaves.
size_t connections_within(size_t descriptors, size_t configured, size_t listeners);

}  // namespace ironbus::daemon
