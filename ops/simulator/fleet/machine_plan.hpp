#pragma once

#include "ops/simulator/like/node_model.hpp"
#include "ops/simulator/machine/identity.hpp"
#include "ops/simulator/mockup/mockup.hpp"
#include "ops/simulator/profile/profile.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus::simulator {

inline constexpr unsigned machines_max = 10'000;

struct named_mockup {
  std::string folder;
  mockup_ptr played;
};

/// Who the machines of a fleet are to be.
struct fleet_members {
  unsigned count = 1;
  std::vector<const profile*> kinds;  ///< In turn; empty: all that there are.
  std::vector<named_mockup> mockups;  ///< In turn, instead of `kinds`; empty: none.
  std::vector<node_model> like;       ///< One machine for each, and no others; empty: none.
};

/// One of them.
struct machine_plan {
  identity who;
  const profile* kind = nullptr;
  mockup_ptr played = nullptr;  ///< Null: its own resources.
  json shown = json::object();  ///< What the list of machines says of where it comes from.
};

std::vector<machine_plan> plan_machines(const fleet_members& wanted, uint64_t seed);

}  // namespace ironbus::simulator
