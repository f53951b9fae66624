#include "actors/node/base/part_kind.hpp"

#include <array>

namespace ironbus {

namespace {

constexpr std::array<std::string_view, 4> port_columns{"node_uuid", "address", "name",
                                                       "portgroup_uuid"};
constexpr std::array<std::string_view, 3> portgroup_columns{"node_uuid", "address", "name"};
constexpr std::array<std::string_view, 3> connector_columns{"node_uuid", "type", "connector_id"};
constexpr std::array<std::string_view, 3> target_columns{"node_uuid", "volume_type", "volume_id"};

}  // namespace

const part_kind<port> port_kind{"port",      "ports",     "Port", &node_snapshot::ports,
                                port_fields, port_columns};
const part_kind<portgroup> portgroup_kind{"portgroup",      "portgroups",
                                          "Port group",     &node_snapshot::portgroups,
                                          portgroup_fields, portgroup_columns};
const part_kind<volume_connector> volume_connector_kind{
    "volume_connector",      "volume_connectors",
    "Volume connector",      &node_snapshot::volume_connectors,
    volume_connector_fields, connector_columns};
const part_kind<volume_target> volume_target_kind{
    "volume_target",      "volume_targets", "Volume target", &node_snapshot::volume_targets,
    volume_target_fields, target_columns};

std::vector<unique_key> keys_of(const port& port) {
  std::vector<unique_key> out{{"ports.uuid", port.uuid}, {"ports.address", port.address}};
  if (port.name) out.push_back({"ports.name", *port.name});
  return out;
}

std::vector<unique_key> keys_of(const portgroup& portgroup) {
  std::vector<unique_key> out{{"portgroups.uuid", portgroup.uuid}};
  if (portgroup.name) out.push_back({"portgroups.name", *portgroup.name});
  if (portgroup.address) out.push_back({"portgroups.address", *portgroup.address});
  return out;
}

std::vector<unique_key> keys_of(const volume_connector& x) {
  return {{"volume_connectors.uuid", x.uuid},
          {"volume_connectors.type_and_connector_id", x.type + " " + x.connector_id}};
}

std::vector<unique_key> keys_of(const volume_target& x) {
  return {{"volume_targets.uuid", x.uuid},
          {"volume_targets.boot_index_of_node", x.node_uuid + " " + std::to_string(x.boot_index)}};
}

}  // namespace ironbus
