#include "actors/node/part_rules.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

using s = provision_state;

template <class Range>
bool has(const Range& all, const typename Range::value_type& x) {
  return std::find(all.begin(), all.end(), x) != all.end();
}

/// Whether nobody relies on how the machine is cabled.
bool cabling_is_open(const node& x) {
  static constexpr std::array open{s::enroll, s::inspecting, s::inspect_wait, s::manageable};
  return x.maintenance || has(open, x.state);
}

failure state_conflict(const node& x, const std::string& field, std::string_view of) {
  return {error_code::conflict, "The field '" + field + "' of a " + std::string{of} +
                                    " can not be changed while its node is in state '" +
                                    std::string{to_string(x.state)} + "'."};
}

template <class Cabling>
std::optional<failure> check_cabling(const node& x, const field_names& touched,
                                     const Cabling& cabling, std::string_view of) {
  if (x.maintenance) return std::nullopt;
  const bool in_use = x.instance_uuid || x.state == s::active;
  for (const auto& name : touched)
    if ((has(cabling, std::string_view{name}) && !cabling_is_open(x)) ||
        (name == "address" && in_use))
      return state_conflict(x, name, of);
  return std::nullopt;
}

/// A port's group is one of its node's, and lets a member boot only if members may stand alone.
std::optional<failure> check_membership(const node_snapshot& x, const port& y) {
  if (!y.portgroup_uuid) return std::nullopt;
  const auto group = std::find_if(x.portgroups.begin(), x.portgroups.end(),
                                  [&](const auto& g) { return g.uuid == *y.portgroup_uuid; });
  if (group == x.portgroups.end())
    return failure{error_code::conflict, "Invalid value for 'portgroup_uuid': node " +
                                             x.about.uuid + " has no port group " +
                                             *y.portgroup_uuid + "."};
  if (!group->standalone_ports_supported && y.pxe_enabled)
    return failure{error_code::conflict,
                   "'pxe_enabled' must be false for a port of a port group whose"
                   " 'standalone_ports_supported' is false."};
  return std::nullopt;
}

std::optional<failure> check_powered_off(const node_snapshot& x) {
  if (x.about.power_state == "power off") return std::nullopt;
  return failure{error_code::invalid, "Volumes of node " + x.about.uuid +
                                          " can be changed only while it is powered off; it is '" +
                                          x.about.power_state.value_or("unknown") + "'."};
}

}  // namespace

// -- ports ----------------------------------------------------------------------------------------

void settle_part(port& x) { x.address = *normalize_mac(x.address); }

std::optional<failure> check_new(const node_snapshot& x, const port& fresh) {
  return check_membership(x, fresh);
}

std::optional<failure> check_change(const node_snapshot& x, const port& after,
                                    const field_names& touched) {
  static constexpr std::array<std::string_view, 4> cabling{
      "portgroup_uuid", "pxe_enabled", "local_link_connection", "physical_network"};
  if (auto refused = check_cabling(x.about, touched, cabling, "port")) return refused;
  return check_membership(x, after);
}

std::optional<failure> check_removal(const node_snapshot& x, const port& old) {
  const bool bound = old.internal_info.contains("tenant_vif_port_id");
  if (!bound || x.about.maintenance) return std::nullopt;
  return failure{error_code::conflict, "Port " + old.uuid + " has a VIF attached."};
}

void follow_change(node_snapshot&, const port&, const field_names&) {}

// -- port groups ----------------------------------------------------------------------------------

void settle_part(portgroup& x) {
  if (x.address) x.address = *normalize_mac(*x.address);
  if (x.mode.empty()) x.mode = portgroup{}.mode;
}

std::optional<failure> check_new(const node_snapshot&, const portgroup&) { return std::nullopt; }

std::optional<failure> check_change(const node_snapshot& x, const portgroup& after,
                                    const field_names& touched) {
  static constexpr std::array<std::string_view, 3> cabling{"standalone_ports_supported", "mode",
                                                           "properties"};
  if (auto refused = check_cabling(x.about, touched, cabling, "port group")) return refused;
  if (after.standalone_ports_supported) return std::nullopt;
  for (const auto& member : x.ports)
    if (member.portgroup_uuid == after.uuid && member.pxe_enabled)
      return failure{error_code::conflict,
                     "'standalone_ports_supported' can not be false while port " + member.uuid +
                         " of the group has 'pxe_enabled'."};
  return std::nullopt;
}

std::optional<failure> check_removal(const node_snapshot& x, const portgroup& old) {
  const bool empty = std::none_of(x.ports.begin(), x.ports.end(), [&](const auto& member) {
    return member.portgroup_uuid == old.uuid;
  });
  if (empty) return std::nullopt;
  return failure{error_code::invalid, "Port group " + old.uuid + " still has ports."};
}

/// The members of a group are on its network.
void follow_change(node_snapshot& x, const portgroup& after, const field_names& touched) {
  if (!has(touched, "physical_network")) return;
  for (auto& member : x.ports)
    if (member.portgroup_uuid == after.uuid) member.physical_network = after.physical_network;
}

// -- volumes --------------------------------------------------------------------------------------

void settle_part(volume_connector&) {}

std::optional<failure> check_new(const node_snapshot&, const volume_connector&) {
  return std::nullopt;
}

std::optional<failure> check_change(const node_snapshot& x, const volume_connector&,
                                    const field_names&) {
  return check_powered_off(x);
}

std::optional<failure> check_removal(const node_snapshot& x, const volume_connector&) {
  return check_powered_off(x);
}

void follow_change(node_snapshot&, const volume_connector&, const field_names&) {}

void settle_part(volume_target&) {}

std::optional<failure> check_new(const node_snapshot&, const volume_target& fresh) {
  if (fresh.boot_index >= 0) return std::nullopt;
  return failure{error_code::invalid,
                 "Invalid value for 'boot_index': " + std::to_string(fresh.boot_index) +
                     "; it must be at least 0."};
}

std::optional<failure> check_change(const node_snapshot& x, const volume_target& after,
                                    const field_names&) {
  if (auto refused = check_new(x, after)) return refused;
  return check_powered_off(x);
}

std::optional<failure> check_removal(const node_snapshot& x, const volume_target&) {
  return check_powered_off(x);
}

void follow_change(node_snapshot&, const volume_target&, const field_names&) {}

}  // namespace ironbus
