#include "actors/node/editing/part_rules.hpp"

#include "messages/model/state_table.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

template <class Range>
bool has(const Range& all, const typename Range::value_type& x) {
  return std::find(all.begin(), all.end(), x) != all.end();
}

/// Whether the node's ports may change: no workflow depends on the cabling.
bool cabling_is_open(const node& x) {
  return x.maintenance || info(x.state).has(flag_ports_changeable);
}

failure port_conflict(const node& node, const std::string& field) {
  return {error_code::conflict, "The field '" + field +
                                    "' of a port can not be changed while its node is in state '" +
                                    std::string{to_string(node.state)} + "'."};
}

std::optional<failure> check_cabling(const node& node, const field_names& touched) {
  static constexpr std::array<std::string_view, 4> cabling{
      "portgroup_uuid", "pxe_enabled", "local_link_connection", "physical_network"};
  if (node.maintenance) return std::nullopt;
  const bool in_use = node.instance_uuid || info(node.state).has(flag_in_use);
  for (const auto& name : touched)
    if ((has(cabling, std::string_view{name}) && !cabling_is_open(node)) ||
        (name == "address" && in_use))
      return port_conflict(node, name);
  return std::nullopt;
}

/// Null: the port is in no group of its node.
const portgroup* group_of(const node_snapshot& snapshot, const port& other) {
  for (const auto& group : snapshot.portgroups)
    if (group.uuid == other.portgroup_uuid) return &group;
  return nullptr;
}

bool has_vif(const port& x) { return x.internal_info.contains("tenant_vif_port_id"); }

/// Whether the network interface binds ports to networks, so that single ports of a group matter.
bool binds_ports(const node& x) {
  static constexpr std::array<std::string_view, 2> binding{"flat", "neutron"};
  return x.network_interface && has(binding, std::string_view{*x.network_interface});
}

/// A port's group must belong to the same node.
std::optional<failure> check_group(const node_snapshot& snapshot, const port& member) {
  if (!member.portgroup_uuid || group_of(snapshot, member) != nullptr) return std::nullopt;
  return failure{error_code::conflict, "Invalid value for 'portgroup_uuid': node " +
                                           snapshot.attributes.uuid + " has no port group " +
                                           *member.portgroup_uuid + "."};
}

/// In a group without standalone ports, no member may boot or carry a VIF.
std::optional<failure> check_alone(const portgroup& group, const port& other) {
  if (group.standalone_ports_supported || (!other.pxe_enabled && !has_vif(other)))
    return std::nullopt;
  return failure{error_code::conflict,
                 "Port " + other.uuid + " can not be a member of port group " + group.uuid +
                     ", whose 'standalone_ports_supported' is false: it has " +
                     (other.pxe_enabled ? "'pxe_enabled'." : "a VIF attached.")};
}

/// All members of a group must be on one network: that of the other members, or of the group if it
/// has none.
std::optional<failure> check_network(const node_snapshot& snapshot, const port& added) {
  const auto* group = group_of(snapshot, added);
  if (group == nullptr) return std::nullopt;
  const auto other = std::find_if(snapshot.ports.begin(), snapshot.ports.end(), [&](const auto& p) {
    return p.uuid != added.uuid && p.portgroup_uuid == group->uuid;
  });
  const bool alone = other == snapshot.ports.end();
  if (alone && !group->physical_network) return std::nullopt;
  const auto& wanted = alone ? group->physical_network : other->physical_network;
  if (added.physical_network == wanted) return std::nullopt;
  const auto name = [](const auto& network) { return network ? "'" + *network + "'" : "none"; };
  return failure{error_code::conflict, "Port " + added.uuid + " with physical network " +
                                           name(added.physical_network) +
                                           " can not be a member of port group " + group->uuid +
                                           ", which is on physical network " + name(wanted) + "."};
}

/// Clients parse this text. An unknown power state is "None" in it.
std::optional<failure> check_powered_off(const node_snapshot& snapshot, std::string_view action) {
  const auto& known = snapshot.attributes.power_state;
  if (known == power_state::off) return std::nullopt;
  return failure{error_code::invalid, "The requested action \"" + std::string{action} +
                                          "\" can not be performed on node \"" +
                                          snapshot.attributes.uuid + "\" while it is in state \"" +
                                          std::string{known ? to_string(*known) : "None"} + "\"."};
}

/// Without a deployed instance, volumes can be removed in any power state.
bool volumes_may_go(const node& x) { return info(x.state).has(flag_volumes_free); }

}  // namespace

// -- ports ----------------------------------------------------------------------------------------

void normalize_part(port& x) { x.address = *normalize_mac(x.address); }

std::optional<failure> check_new(const node_snapshot& snapshot, const port& fresh) {
  if (auto refused = check_group(snapshot, fresh)) return refused;
  if (const auto* group = group_of(snapshot, fresh))
    if (auto refused = check_alone(*group, fresh)) return refused;
  return check_network(snapshot, fresh);
}

std::optional<failure> check_change(const node_snapshot& snapshot, const port& after,
                                    const field_names& touched) {
  if (auto refused = check_cabling(snapshot.attributes, touched)) return refused;
  if (auto refused = check_group(snapshot, after)) return refused;
  const bool moves = has(touched, "portgroup_uuid");
  if (moves || has(touched, "physical_network"))
    if (auto refused = check_network(snapshot, after)) return refused;
  const auto* group = group_of(snapshot, after);
  const bool minds = moves || has(touched, "pxe_enabled") || has_vif(after);
  if (group == nullptr || !minds || !binds_ports(snapshot.attributes)) return std::nullopt;
  return check_alone(*group, after);
}

std::optional<failure> check_removal(const node_snapshot& x, const port& old) {
  if (!has_vif(old) || x.attributes.maintenance) return std::nullopt;
  return failure{error_code::conflict, "Port " + old.uuid + " has a VIF attached."};
}

void follow_change(node_snapshot&, const port&, const field_names&) {}

// -- port groups ----------------------------------------------------------------------------------

void normalize_part(portgroup& x) {
  if (x.address) x.address = *normalize_mac(*x.address);
  if (x.mode.empty()) x.mode = portgroup{}.mode;
}

std::optional<failure> check_new(const node_snapshot&, const portgroup&) { return std::nullopt; }

std::optional<failure> check_change(const node_snapshot& snapshot, const portgroup& after,
                                    const field_names& touched) {
  if (!has(touched, "standalone_ports_supported") || !binds_ports(snapshot.attributes))
    return std::nullopt;
  for (const auto& member : snapshot.ports)
    if (member.portgroup_uuid == after.uuid)
      if (auto refused = check_alone(after, member)) return refused;
  return std::nullopt;
}

std::optional<failure> check_removal(const node_snapshot& snapshot, const portgroup& old) {
  const bool empty =
      std::none_of(snapshot.ports.begin(), snapshot.ports.end(),
                   [&](const auto& member) { return member.portgroup_uuid == old.uuid; });
  if (empty) return std::nullopt;
  return failure{error_code::invalid, "Port group " + old.uuid + " still has ports."};
}

/// The members of a group are on its network.
void follow_change(node_snapshot& snapshot, const portgroup& after, const field_names& touched) {
  if (!has(touched, "physical_network")) return;
  for (auto& member : snapshot.ports)
    if (member.portgroup_uuid == after.uuid) member.physical_network = after.physical_network;
}

// -- volumes --------------------------------------------------------------------------------------

void normalize_part(volume_connector&) {}

std::optional<failure> check_new(const node_snapshot&, const volume_connector&) {
  return std::nullopt;
}

std::optional<failure> check_change(const node_snapshot& x, const volume_connector&,
                                    const field_names&) {
  return check_powered_off(x, "volume connector update");
}

std::optional<failure> check_removal(const node_snapshot& x, const volume_connector&) {
  return volumes_may_go(x.attributes) ? std::nullopt
                                      : check_powered_off(x, "volume connector deletion");
}

void follow_change(node_snapshot&, const volume_connector&, const field_names&) {}

void normalize_part(volume_target&) {}

std::optional<failure> check_new(const node_snapshot&, const volume_target& fresh) {
  if (fresh.boot_index >= 0) return std::nullopt;
  return failure{error_code::invalid,
                 "Invalid value for 'boot_index': " + std::to_string(fresh.boot_index) +
                     "; it must be at least 0."};
}

std::optional<failure> check_change(const node_snapshot& snapshot, const volume_target& after,
                                    const field_names&) {
  if (auto refused = check_new(snapshot, after)) return refused;
  return check_powered_off(snapshot, "volume target update");
}

std::optional<failure> check_removal(const node_snapshot& x, const volume_target&) {
  return volumes_may_go(x.attributes) ? std::nullopt
                                      : check_powered_off(x, "volume target deletion");
}

void follow_change(node_snapshot&, const volume_target&, const field_names&) {}

bool change_depends_on_power(std::string_view kind) {
  return kind == "volume_connector" || kind == "volume_target";
}

bool removal_depends_on_power(std::string_view kind, const node& x) {
  return change_depends_on_power(kind) && !volumes_may_go(x);
}

}  // namespace ironbus
