#include "ops/ironbusd/roles/node_tallies.hpp"

#include "messages/model/power_state.hpp"
#include "messages/model/provision_state.hpp"

namespace ironbus::daemon {

namespace {

template <class Enum>
std::vector<std::string> all_names() {
  std::vector<std::string> out;
  out.reserve(static_cast<size_t>(Enum::count_));
  for (int i = 0; i < static_cast<int>(Enum::count_); ++i)
    out.emplace_back(to_string(static_cast<Enum>(i)));
  return out;
}

std::vector<std::string> enabled_drivers(const driver_catalog& drivers) {
  std::vector<std::string> out;
  for (const auto& type : drivers.types()) out.push_back(type.name);
  return out;
}

}  // namespace

std::vector<node_census::tally> node_tallies(const driver_catalog& drivers) {
  return {
      {"ironbus_nodes", "Nodes in the store, the same in every process.", "provision_state",
       "state", all_names<provision_state>(), ""},
      {"ironbus_nodes_by_driver", "Nodes in the store by hardware type.", "driver", "driver",
       enabled_drivers(drivers), "other"},
      {"ironbus_nodes_by_fault",
       "Nodes in the store that have a fault.",
       "fault",
       "fault",
       {"power failure", "clean failure", "service failure"},
       ""},
      {"ironbus_nodes_by_power_state", "Nodes in the store by recorded power state.", "power_state",
       "power_state", all_names<power_state>(), "unknown"},
      {"ironbus_nodes_in_maintenance",
       "Nodes in the store that are in maintenance.",
       "maintenance",
       "",
       {"true"},
       ""},
  };
}

}  // namespace ironbus::daemon
