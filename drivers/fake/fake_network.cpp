#include "drivers/fake/fake_effects.hpp"

#include <algorithm>
#include <array>

// The simulated network: binds VIFs to the ports of a node.

namespace ironbus {

namespace {

constexpr const char* vifs_key = "tenant_vifs";  ///< {id: UUID of its port}.

json attached_vifs(const step_request& x) {
  const auto found = x.machine.driver_internal_info.find(vifs_key);
  return found != x.machine.driver_internal_info.end() && found->is_object() ? *found
                                                                             : json::object();
}

step_outcome list_vifs(const step_request& request) {
  auto out = json::array();
  const auto vifs = attached_vifs(request);
  for (const auto& [id, port] : vifs.items()) out.push_back({{"id", id}});
  return fake_answer(std::move(out));
}

bool is_free(const json& vifs, const std::string& port) {
  return std::none_of(vifs.begin(), vifs.end(), [&](const json& taken) { return taken == port; });
}

/// The port for a VIF; empty: none.
std::string port_for(const step_request& request, const json& vif, const json& vifs) {
  const auto wanted = vif.value("port_uuid", json{});
  const auto group = vif.value("portgroup_uuid", json{});
  for (const auto& one : request.machine.ports)
    if (is_free(vifs, one.uuid) && (wanted.is_null() || wanted == one.uuid) &&
        (group.is_null() || (one.portgroup_uuid && group == *one.portgroup_uuid)))
      return one.uuid;
  return {};
}

step_outcome store_port(const std::string& id, json port) {
  facts out;
  out.driver_internal_info[vifs_key] = {{id, std::move(port)}};
  return step_done(std::move(out));
}

step_outcome attach_vif(const step_request& request) {
  const auto vif = fake_argument(request, "vif");
  const auto id = vif.value("id", json{});
  if (!id.is_string() || id.get_ref<const std::string&>().empty())
    return step_refused("The VIF needs an 'id', a text.");
  const auto name = id.get<std::string>();
  const auto vifs = attached_vifs(request);
  if (vifs.contains(name))
    return step_refused("The VIF " + name + " is already attached to the node.",
                        error_code::conflict);
  auto port = port_for(request, vif, vifs);
  if (port.empty())
    return step_refused("The node has no free port for the VIF " + name +
                        (vif.contains("port_uuid") || vif.contains("portgroup_uuid")
                             ? " where it should be attached."
                             : "."));
  return store_port(name, std::move(port));
}

step_outcome detach_vif(const step_request& request) {
  const auto id = fake_text_argument(request, "id");
  if (!attached_vifs(request).contains(id))
    return step_refused("The VIF " + id + " is not attached to the node.");
  return store_port(id, nullptr);
}

constexpr std::array network_effects{
    fake_effect_row{"network", "vif_list", &list_vifs},
    fake_effect_row{"network", "vif_attach", &attach_vif},
    fake_effect_row{"network", "vif_detach", &detach_vif},
};

}  // namespace

std::span<const fake_effect_row> fake_network_effects() { return network_effects; }

}  // namespace ironbus
