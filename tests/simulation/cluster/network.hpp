#pragma once

#include <chrono>

namespace ironbus::simulation {

/// Range of a message's delay.
struct way {
  std::chrono::milliseconds least;
  std::chrono::milliseconds most;
};

/// Between a client and a gateway.
inline constexpr way client_way{std::chrono::milliseconds{1}, std::chrono::milliseconds{50}};
/// Between a driver and an agent.
inline constexpr way agent_way{std::chrono::milliseconds{1}, std::chrono::milliseconds{200}};
/// From a driver to a BMC. A lease ends longer before the store's timeout than this, so calls under
/// that lease have arrived by then (docs/explanation/architecture.md, "Who may act").
inline constexpr way machine_way{std::chrono::milliseconds{1}, std::chrono::milliseconds{300}};

}  // namespace ironbus::simulation
