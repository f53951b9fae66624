#include "actors/inspection/processing/node_documents.hpp"

namespace ironbus::inspection {

documents documents_of(const node_snapshot& snapshot, json inventory, json plugin_data) {
  documents out;
  out.node = snapshot.attributes;
  out.traits = snapshot.traits;
  for (const auto& port : snapshot.ports) out.ports.push_back(port);
  for (const auto& group : snapshot.portgroups) out.port_groups.push_back(group);
  out.inventory = std::move(inventory);
  out.plugin_data = std::move(plugin_data);
  return out;
}

std::string scope_of(const node& node) {
  const auto found = node.driver_internal_info.find("inspection_scope");
  return found != node.driver_internal_info.end() && found->is_string() ? found->get<std::string>()
                                                                        : std::string{};
}

}  // namespace ironbus::inspection
