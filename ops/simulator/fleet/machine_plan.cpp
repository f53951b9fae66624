#include "ops/simulator/fleet/machine_plan.hpp"

namespace ironbus::simulator {

namespace {

std::vector<const profile*> kinds_or_all(const std::vector<const profile*>& kinds) {
  if (!kinds.empty()) return kinds;
  std::vector<const profile*> out;
  for (const auto& kind : profiles()) out.push_back(&kind);
  return out;
}

}  // namespace

std::vector<machine_plan> plan_machines(const fleet_members& wanted, uint64_t seed) {
  const auto kinds = kinds_or_all(wanted.kinds);
  std::vector<machine_plan> out;
  out.reserve(wanted.count);
  for (unsigned i = 0; i < wanted.count; ++i) {
    auto own = make_identity(seed, i);
    if (wanted.mockups.empty()) {
      out.push_back({std::move(own), kinds[i % kinds.size()]});
      continue;
    }
    const auto& [folder, played] = wanted.mockups[i % wanted.mockups.size()];
    out.push_back(
        {played->recorded(std::move(own)), &played->kind(), played, {{"mockup", folder}}});
  }
  return out;
}

}  // namespace ironbus::simulator
