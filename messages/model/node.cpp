#include "messages/model/node.hpp"

#include "messages/model/node_parts.hpp"

namespace ironbus {

namespace {

using t = field_type;
using n = node;

constexpr uint32_t writable = in_create | in_patch;
constexpr uint32_t optional_text = writable | nullable;
constexpr uint32_t interface_flags = optional_text | is_interface | sortable;

constexpr std::array node_table{
    bind<&n::uuid>({"uuid", t::uuid, 1, in_create | in_list | sortable}),
    bind<&n::created_at>({"created_at", t::time, 1, sortable}),
    bind<&n::updated_at>({"updated_at", t::time, 1, nullable | sortable}),
    bind<&n::name>({"name", t::text, 5, optional_text | in_list | sortable}),
    bind<&n::driver>({"driver", t::text, 1, writable | required | sortable}),
    bind<&n::driver_info>({"driver_info", t::object, 1, writable}),
    bind<&n::driver_internal_info>({"driver_internal_info", t::object, 3}),
    bind<&n::properties>({"properties", t::object, 1, writable}),
    bind<&n::extra>({"extra", t::object, 1, writable}),
    bind<&n::instance_info>({"instance_info", t::object, 1, writable}),
    bind<&n::instance_uuid>({"instance_uuid", t::uuid, 1, optional_text | in_list | sortable}),
    bind<&n::instance_name>({"instance_name", t::text, 104, optional_text | sortable}),
    bind<&n::chassis_uuid>({"chassis_uuid", t::uuid, 1, optional_text}),
    bind<&n::power_state>({"power_state", t::text, 1, nullable | in_list | sortable}),
    bind<&n::target_power_state>({"target_power_state", t::text, 1, nullable | sortable}),
    bind<&n::state>({"provision_state", t::text, 1, nullable | in_list | sortable}),
    bind<&n::target_state>({"target_provision_state", t::text, 1, nullable | sortable}),
    bind<&n::provision_updated_at>({"provision_updated_at", t::time, 1, nullable | sortable}),
    bind<&n::last_error>({"last_error", t::text, 1, nullable | sortable}),
    bind<&n::maintenance>({"maintenance", t::boolean, 1, writable | in_list | sortable}),
    bind<&n::maintenance_reason>({"maintenance_reason", t::text, 1, nullable | sortable}),
    bind<&n::fault>({"fault", t::text, 42, nullable | sortable}),
    bind<&n::console_enabled>({"console_enabled", t::boolean, 1, sortable}),
    bind<&n::inspection_started_at>({"inspection_started_at", t::time, 6, nullable | sortable}),
    bind<&n::inspection_finished_at>({"inspection_finished_at", t::time, 6, nullable | sortable}),
    bind<&n::clean_step>({"clean_step", t::object, 7}),
    bind<&n::deploy_step>({"deploy_step", t::object, 44}),
    bind<&n::service_step>({"service_step", t::object, 87}),
    bind<&n::raid_config>({"raid_config", t::object, 12}),
    bind<&n::target_raid_config>({"target_raid_config", t::object, 12}),
    bind<&n::bios_interface>({"bios_interface", t::text, 40, interface_flags}),
    bind<&n::boot_interface>({"boot_interface", t::text, 31, interface_flags}),
    bind<&n::console_interface>({"console_interface", t::text, 31, interface_flags}),
    bind<&n::deploy_interface>({"deploy_interface", t::text, 31, interface_flags}),
    bind<&n::firmware_interface>({"firmware_interface", t::text, 86, interface_flags}),
    bind<&n::inspect_interface>({"inspect_interface", t::text, 31, interface_flags}),
    bind<&n::management_interface>({"management_interface", t::text, 31, interface_flags}),
    bind<&n::network_interface>({"network_interface", t::text, 20, interface_flags}),
    bind<&n::power_interface>({"power_interface", t::text, 31, interface_flags}),
    bind<&n::raid_interface>({"raid_interface", t::text, 31, interface_flags}),
    bind<&n::rescue_interface>({"rescue_interface", t::text, 38, interface_flags}),
    bind<&n::storage_interface>({"storage_interface", t::text, 33, interface_flags}),
    bind<&n::vendor_interface>({"vendor_interface", t::text, 31, interface_flags}),
    bind<&n::resource_class>({"resource_class", t::text, 21, optional_text | sortable, 80}),
    bind<&n::conductor_group>({"conductor_group", t::text, 46, writable | sortable}),
    bind<&n::automated_clean>({"automated_clean", t::boolean, 47, optional_text | sortable}),
    bind<&n::is_protected>({"protected", t::boolean, 48, writable | sortable}),
    bind<&n::protected_reason>({"protected_reason", t::text, 48, optional_text | sortable, 4096}),
    bind<&n::owner>({"owner", t::text, 50, optional_text | sortable}),
    bind<&n::lessee>({"lessee", t::text, 65, optional_text | sortable}),
    bind<&n::description>({"description", t::text, 51, optional_text | sortable, 4096}),
    bind<&n::allocation_uuid>({"allocation_uuid", t::uuid, 52, nullable}),
    bind<&n::retired>({"retired", t::boolean, 61, writable | sortable}),
    bind<&n::retired_reason>({"retired_reason", t::text, 61, optional_text | sortable, 4096}),
    bind<&n::network_data>({"network_data", t::object, 66, writable}),
    bind<&n::boot_mode>({"boot_mode", t::text, 75, nullable | sortable}),
    bind<&n::secure_boot>({"secure_boot", t::boolean, 75, nullable | sortable}),
    bind<&n::shard>({"shard", t::text, 82, optional_text | sortable}),
    bind<&n::parent_node>({"parent_node", t::text, 83, optional_text | sortable}),
    bind<&n::disable_power_off>({"disable_power_off", t::boolean, 95, writable | sortable}),
    bind<&n::health>({"health", t::text, 109, nullable | sortable}),
    bind<&n::conductor>({"conductor", t::text, 49, nullable}),
};

using p = port;

constexpr std::array port_table{
    bind<&p::uuid>({"uuid", t::uuid, 1, in_create | in_list | sortable}),
    bind<&p::created_at>({"created_at", t::time, 1, sortable}),
    bind<&p::updated_at>({"updated_at", t::time, 1, nullable | sortable}),
    bind<&p::address>({"address", t::mac, 1, writable | required | in_list | sortable}),
    bind<&p::node_uuid>({"node_uuid", t::uuid, 1, in_create | sortable}),
    bind<&p::extra>({"extra", t::object, 1, writable}),
    bind<&p::internal_info>({"internal_info", t::object, 18}),
    bind<&p::local_link_connection>({"local_link_connection", t::object, 19, writable}),
    bind<&p::pxe_enabled>({"pxe_enabled", t::boolean, 19, writable | sortable}),
    bind<&p::portgroup_uuid>({"portgroup_uuid", t::uuid, 24, optional_text}),
    bind<&p::physical_network>({"physical_network", t::text, 34, optional_text | sortable, 64}),
    bind<&p::is_smartnic>({"is_smartnic", t::boolean, 53, writable | sortable}),
    bind<&p::name>({"name", t::text, 88, optional_text | sortable}),
    bind<&p::description>({"description", t::text, 97, optional_text | sortable}),
    bind<&p::vendor>({"vendor", t::text, 100, optional_text | sortable}),
    bind<&p::category>({"category", t::text, 101, optional_text | sortable}),
    bind<&p::available_for_dynamic_portgroup>(
        {"available_for_dynamic_portgroup", t::boolean, 111, writable | sortable}),
};

using g = portgroup;

constexpr std::array portgroup_table{
    bind<&g::uuid>({"uuid", t::uuid, 23, in_create | in_list | sortable}),
    bind<&g::created_at>({"created_at", t::time, 23, sortable}),
    bind<&g::updated_at>({"updated_at", t::time, 23, nullable | sortable}),
    bind<&g::name>({"name", t::text, 23, optional_text | in_list | sortable}),
    bind<&g::node_uuid>({"node_uuid", t::uuid, 23, in_create | required | sortable}),
    bind<&g::address>({"address", t::mac, 23, optional_text | in_list | sortable}),
    bind<&g::extra>({"extra", t::object, 23, writable}),
    bind<&g::internal_info>({"internal_info", t::object, 23}),
    bind<&g::standalone_ports_supported>({"standalone_ports_supported", t::boolean, 23, writable}),
    bind<&g::mode>({"mode", t::text, 26, writable | sortable}),
    bind<&g::properties>({"properties", t::object, 26, writable}),
    bind<&g::physical_network>({"physical_network", t::text, 102, optional_text | sortable, 64}),
    bind<&g::category>({"category", t::text, 103, optional_text | sortable}),
    bind<&g::dynamic_portgroup>({"dynamic_portgroup", t::boolean, 111, sortable}),
};

using c = volume_connector;

constexpr std::array volume_connector_table{
    bind<&c::uuid>({"uuid", t::uuid, 32, in_create | in_list | sortable}),
    bind<&c::created_at>({"created_at", t::time, 32, sortable}),
    bind<&c::updated_at>({"updated_at", t::time, 32, nullable | sortable}),
    bind<&c::node_uuid>({"node_uuid", t::uuid, 32, in_create | required | in_list}),
    bind<&c::type>({"type", t::text, 32, writable | required | in_list | sortable, 32}),
    bind<&c::connector_id>({"connector_id", t::text, 32, writable | required | in_list | sortable}),
    bind<&c::extra>({"extra", t::object, 32, writable}),
};

using v = volume_target;

constexpr std::array volume_target_table{
    bind<&v::uuid>({"uuid", t::uuid, 32, in_create | in_list | sortable}),
    bind<&v::created_at>({"created_at", t::time, 32, sortable}),
    bind<&v::updated_at>({"updated_at", t::time, 32, nullable | sortable}),
    bind<&v::node_uuid>({"node_uuid", t::uuid, 32, in_create | required | in_list}),
    bind<&v::volume_type>(
        {"volume_type", t::text, 32, writable | required | in_list | sortable, 64}),
    bind<&v::volume_id>({"volume_id", t::text, 32, writable | required | in_list | sortable, 36}),
    bind<&v::boot_index>({"boot_index", t::integer, 32, writable | required | in_list | sortable}),
    bind<&v::properties>({"properties", t::object, 32, writable}),
    bind<&v::extra>({"extra", t::object, 32, writable}),
};

struct interface_row {
  std::string_view kind;
  std::optional<std::string> node::*member;
};

constexpr std::array interface_table{
    interface_row{"bios", &n::bios_interface},
    interface_row{"boot", &n::boot_interface},
    interface_row{"console", &n::console_interface},
    interface_row{"deploy", &n::deploy_interface},
    interface_row{"firmware", &n::firmware_interface},
    interface_row{"inspect", &n::inspect_interface},
    interface_row{"management", &n::management_interface},
    interface_row{"network", &n::network_interface},
    interface_row{"power", &n::power_interface},
    interface_row{"raid", &n::raid_interface},
    interface_row{"rescue", &n::rescue_interface},
    interface_row{"storage", &n::storage_interface},
    interface_row{"vendor", &n::vendor_interface},
};

static_assert(interface_table.size() == interface_kinds.size());

}  // namespace

std::span<const field<node>> node_fields() { return node_table; }

std::span<const field<port>> port_fields() { return port_table; }

std::span<const field<portgroup>> portgroup_fields() { return portgroup_table; }

std::span<const field<volume_connector>> volume_connector_fields() {
  return volume_connector_table;
}

std::span<const field<volume_target>> volume_target_fields() { return volume_target_table; }

std::optional<std::string> node::*interface_member(std::string_view kind) {
  for (const auto& row : interface_table)
    if (row.kind == kind) return row.member;
  return nullptr;
}

member_codecs<node> members_of(const node*) {
  static constexpr auto all = members_in(node_table);
  return all;
}

member_codecs<port> members_of(const port*) {
  static constexpr auto all = members_in(port_table);
  return all;
}

member_codecs<portgroup> members_of(const portgroup*) {
  static constexpr auto all = members_in(portgroup_table);
  return all;
}

member_codecs<volume_connector> members_of(const volume_connector*) {
  static constexpr auto all = members_in(volume_connector_table);
  return all;
}

member_codecs<volume_target> members_of(const volume_target*) {
  static constexpr auto all = members_in(volume_target_table);
  return all;
}

void to_json(json& out, const node& x) { out = fields_to_json(node_fields(), x); }

void from_json(const json& given, node& x) { fields_from_json(node_fields(), given, x); }

void to_json(json& out, const port& x) { out = fields_to_json(port_fields(), x); }

void from_json(const json& document, port& x) { fields_from_json(port_fields(), document, x); }

void to_json(json& out, const portgroup& x) { out = fields_to_json(portgroup_fields(), x); }

void from_json(const json& value, portgroup& x) { fields_from_json(portgroup_fields(), value, x); }

void to_json(json& out, const volume_connector& x) {
  out = fields_to_json(volume_connector_fields(), x);
}

void from_json(const json& given, volume_connector& x) {
  fields_from_json(volume_connector_fields(), given, x);
}

void to_json(json& out, const volume_target& x) { out = fields_to_json(volume_target_fields(), x); }

void from_json(const json& given, volume_target& x) {
  fields_from_json(volume_target_fields(), given, x);
}

}  // namespace ironbus
