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
/// From a driver to a BMC. Less than a lease ends before the store's patience, as calls that were
/// sent under it must have come by then (docs/explanation/architecture.md, "Leases").
inline constexpr way machine_way{std::chrono::milliseconds{1}, std::chrono::milliseconds{300}};

}  // namespace ironbus::simulation
