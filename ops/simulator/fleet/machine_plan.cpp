#include "ops/simulator/fleet/machine_plan.hpp"

#include "ops/simulator/profile/vendor_profile.hpp"

#include <algorithm>

namespace ironbus::simulator {

namespace {

std::vector<const profile*> kinds_or_all(const std::vector<const profile*>& kinds) {
  if (!kinds.empty()) return kinds;
  std::vector<const profile*> out;
  for (const auto& kind : profiles()) out.push_back(&kind);
  return out;
}

/// Values that a node does not have keep their defaults.
hardware hardware_like(const node_model& node) {
  constexpr int64_t mib_per_gib = 1024;
  constexpr int64_t gib = int64_t{1024} * 1024 * 1024;
  hardware out;
  if (node.memory_mb > 0) out.memory_gib = std::max<int64_t>(1, node.memory_mb / mib_per_gib);
  if (node.cpus > 0) {
    out.sockets = node.cpus % 2 == 0 ? 2 : 1;
    out.threads = static_cast<unsigned>(node.cpus / out.sockets);
  }
  // Inspection leaves one GiB for partition tables.
  if (node.local_gb > 0) out.drive_bytes = (node.local_gb + 1) * gib;
  return out;
}

machine_plan plan_like(const node_model& node, identity own) {
  own.name = node.name.empty() ? node.uuid : node.name;
  if (!node.macs.empty()) own.macs = node.macs;
  own.built_in = hardware_like(node);
  const json shown{{"uuid", node.uuid},
                   {"name", node.name.empty() ? json(nullptr) : json(node.name)}};
  return {std::move(own), &profile_of_vendor(node.vendor), nullptr, {}, {{"like", shown}}};
}

std::vector<machine_plan> plan_plain(const fleet_members& wanted, uint64_t seed) {
  const auto kinds = kinds_or_all(wanted.kinds);
  std::vector<machine_plan> out;
  out.reserve(wanted.count);
  if (!wanted.like.empty()) {
    for (const auto& node : wanted.like)
      out.push_back(plan_like(node, make_identity(seed, static_cast<unsigned>(out.size()))));
    return out;
  }
  for (unsigned i = 0; i < wanted.count; ++i) {
    auto own = make_identity(seed, i);
    if (wanted.mockups.empty()) {
      out.push_back({std::move(own), kinds[i % kinds.size()]});
      continue;
    }
    const auto& [folder, played] = wanted.mockups[i % wanted.mockups.size()];
    out.push_back(
        {played->recorded(std::move(own)), &played->kind(), played, {}, {{"mockup", folder}}});
  }
  return out;
}

}  // namespace

std::vector<machine_plan> plan_machines(const fleet_members& wanted, uint64_t seed) {
  auto out = plan_plain(wanted, seed);
  for (auto& one : out)
    one.quirks = join_quirks(wanted.quirks, draw_quirks(wanted.random_quirks, seed, one.who.name));
  return out;
}

}  // namespace ironbus::simulator
