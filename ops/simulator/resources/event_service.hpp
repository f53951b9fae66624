#pragma once

namespace ironbus::simulator {

/// How often an event that nobody has taken is sent again, before it is dropped.
inline constexpr unsigned delivery_retries = 3;

}  // namespace ironbus::simulator
