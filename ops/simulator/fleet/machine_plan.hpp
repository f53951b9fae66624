#pragma once

#include "ops/simulator/like/node_model.hpp"
#include "ops/simulator/machine/identity.hpp"
#include "ops/simulator/mockup/mockup.hpp"
#include "ops/simulator/profile/profile.hpp"
#include "ops/simulator/quirks/quirk_book.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus::simulator {

inline constexpr unsigned machines_max = 10'000;

struct named_mockup {
  std::string folder;
  mockup_ptr played;
};

/// The machines of a fleet.
struct fleet_members {
  unsigned count = 1;
  std::vector<const profile*> kinds;  ///< Used in turn; empty: all profiles.
  std::vector<named_mockup> mockups;  ///< Used in turn instead of `kinds`; empty: none.
  quirk_rows quirks;                  ///< Of each machine.
  quirk_draw random_quirks;           ///< More quirks, drawn for each machine.
  std::vector<node_model> like;  ///< One machine for each node instead of `count`; empty: none.
};

/// One machine of a fleet.
struct machine_plan {
  identity who;
  const profile* kind = nullptr;
  mockup_ptr played = nullptr;  ///< Null: generated resources.
  quirk_rows quirks = {};
  json shown = json::object();  ///< The origin of the machine in the list of machines.
};

std::vector<machine_plan> plan_machines(const fleet_members& wanted, uint64_t seed);

}  // namespace ironbus::simulator
