#include "tests/simulation/run/unique_judge.hpp"

#include <vector>

namespace ironbus::simulation {

namespace {

std::vector<std::string> unique_values(const node_snapshot& x) {
  std::vector<std::string> out;
  if (x.attributes.name) out.push_back("name " + *x.attributes.name);
  for (const auto& port : x.ports) out.push_back("MAC address " + port.address);
  return out;
}

}  // namespace

void unique_judge::on_node(const node_snapshot* before, const node_snapshot* next) {
  if (before != nullptr)
    for (const auto& value : unique_values(*before))
      if (const auto found = holders_.find(value);
          found != holders_.end() && found->second == before->attributes.uuid)
        holders_.erase(found);
  if (next == nullptr) return;
  const auto& node = next->attributes.uuid;
  for (const auto& value : unique_values(*next)) {
    const auto& [place, fresh] = holders_.try_emplace(value, node);
    if (!fresh && place->second != node)
      complain_("nodes " + place->second + " and " + node + " have the same " + value);
  }
}

}  // namespace ironbus::simulation
