#pragma once

namespace ironbus::simulator {

/// Number of retries for an event before it is dropped.
inline constexpr unsigned delivery_retries = 3;

}  // namespace ironbus::simulator
