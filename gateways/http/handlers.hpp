#pragma once

#include "gateways/http/call.hpp"

// One function a route of routes.cpp; grouped in the sources by resource. Each reads and checks its
// arguments, and then reads the store or sends one command.

namespace ironbus::http {

// root.cpp
void show_root(const call_ptr&);
void show_v1(const call_ptr&);

// nodes.cpp
void list_nodes(const call_ptr&);
void list_nodes_in_full(const call_ptr&);
void show_node(const call_ptr&);
void create_one_node(const call_ptr&);
void patch_node(const call_ptr&);
void delete_one_node(const call_ptr&);

// node_states.cpp
void show_states(const call_ptr&);
void put_provision_state(const call_ptr&);
void put_power_state(const call_ptr&);
void put_maintenance(const call_ptr&);
void delete_maintenance(const call_ptr&);

// node_parts.cpp
void validate_node(const call_ptr&);
void validate_named_node(const call_ptr&);
void show_inventory(const call_ptr&);
void list_cleaning_steps(const call_ptr&);
void list_history(const call_ptr&);
void list_history_in_full(const call_ptr&);
void show_history_entry(const call_ptr&);
void list_operations(const call_ptr&);
void list_children(const call_ptr&);

// node_why.cpp
void show_why(const call_ptr&);

// traits.cpp
void list_traits(const call_ptr&);
void put_traits(const call_ptr&);
void put_trait(const call_ptr&);
void delete_traits(const call_ptr&);
void delete_trait(const call_ptr&);

// ports.cpp
void list_ports(const call_ptr&);
void list_ports_in_full(const call_ptr&);
void list_ports_of_node(const call_ptr&);
void list_ports_of_node_in_full(const call_ptr&);
void show_port(const call_ptr&);
void create_one_port(const call_ptr&);
void patch_port(const call_ptr&);
void delete_one_port(const call_ptr&);

// portgroups.cpp
void list_portgroups(const call_ptr&);
void list_portgroups_in_full(const call_ptr&);
void list_portgroups_of_node(const call_ptr&);
void list_portgroups_of_node_in_full(const call_ptr&);
void list_ports_of_portgroup(const call_ptr&);
void list_ports_of_portgroup_in_full(const call_ptr&);
void show_portgroup(const call_ptr&);
void create_portgroup(const call_ptr&);
void patch_portgroup(const call_ptr&);
void delete_portgroup(const call_ptr&);

// volume.cpp
void show_volume(const call_ptr&);
void show_volume_of_node(const call_ptr&);
void list_volume_connectors(const call_ptr&);
void list_volume_connectors_of_node(const call_ptr&);
void show_volume_connector(const call_ptr&);
void create_volume_connector(const call_ptr&);
void patch_volume_connector(const call_ptr&);
void delete_volume_connector(const call_ptr&);
void list_volume_targets(const call_ptr&);
void list_volume_targets_of_node(const call_ptr&);
void show_volume_target(const call_ptr&);
void create_volume_target(const call_ptr&);
void patch_volume_target(const call_ptr&);
void delete_volume_target(const call_ptr&);

// chassis.cpp
void list_chassis(const call_ptr&);
void list_chassis_in_full(const call_ptr&);
void list_nodes_of_chassis(const call_ptr&);
void list_nodes_of_chassis_in_full(const call_ptr&);
void show_chassis(const call_ptr&);
void create_chassis(const call_ptr&);
void patch_chassis(const call_ptr&);
void delete_chassis(const call_ptr&);

// deploy_templates.cpp
void list_deploy_templates(const call_ptr&);
void show_deploy_template(const call_ptr&);
void create_deploy_template(const call_ptr&);
void patch_deploy_template(const call_ptr&);
void delete_deploy_template(const call_ptr&);

// inspection_rules.cpp
void list_inspection_rules(const call_ptr&);
void show_inspection_rule(const call_ptr&);
void create_inspection_rule(const call_ptr&);
void patch_inspection_rule(const call_ptr&);
void delete_inspection_rule(const call_ptr&);
void delete_inspection_rules(const call_ptr&);

// inspection_trial.cpp
void try_inspection_rules(const call_ptr&);

// runbooks.cpp
void list_runbooks(const call_ptr&);
void show_runbook(const call_ptr&);
void create_runbook(const call_ptr&);
void patch_runbook(const call_ptr&);
void delete_runbook(const call_ptr&);
void list_runbook_traits(const call_ptr&);
void put_runbook_traits(const call_ptr&);
void put_runbook_trait(const call_ptr&);
void delete_runbook_traits(const call_ptr&);
void delete_runbook_trait(const call_ptr&);

// allocations.cpp
void list_allocations(const call_ptr&);
void show_allocation(const call_ptr&);
void create_allocation(const call_ptr&);
void patch_allocation(const call_ptr&);
void delete_allocation(const call_ptr&);
void show_allocation_of_node(const call_ptr&);
void delete_allocation_of_node(const call_ptr&);

// management.cpp
void show_boot_device(const call_ptr&);
void list_boot_devices(const call_ptr&);
void put_boot_device(const call_ptr&);
void inject_nmi(const call_ptr&);
void put_boot_mode(const call_ptr&);
void put_secure_boot(const call_ptr&);
void list_indicators(const call_ptr&);
void show_indicator(const call_ptr&);
void put_indicator(const call_ptr&);

// console.cpp
void show_console(const call_ptr&);
void put_console(const call_ptr&);

// vifs.cpp
void list_vifs(const call_ptr&);
void attach_vif(const call_ptr&);
void detach_vif(const call_ptr&);

// vendor_passthru.cpp
void list_vendor_methods(const call_ptr&);
void call_vendor_method(const call_ptr&);
void call_vendor_method_in_path(const call_ptr&);

// raid.cpp
void put_raid(const call_ptr&);

// node_components.cpp
void list_bios_settings(const call_ptr&);
void show_bios_setting(const call_ptr&);
void list_firmware(const call_ptr&);
void list_virtual_media(const call_ptr&);
void attach_virtual_media(const call_ptr&);
void detach_virtual_media(const call_ptr&);

// shards.cpp
void list_shards(const call_ptr&);

// external_events.cpp
void take_external_events(const call_ptr&);

// drivers.cpp
void list_drivers(const call_ptr&);
void show_driver(const call_ptr&);
void show_driver_properties(const call_ptr&);
void show_raid_properties(const call_ptr&);
void list_driver_vendor_methods(const call_ptr&);
void call_driver_vendor_method(const call_ptr&);

// conductors.cpp
void list_conductors(const call_ptr&);
void show_conductor(const call_ptr&);

// lookup.cpp
void look_up(const call_ptr&);

// old_lookup.cpp
void look_up_by_inventory(const call_ptr&);

// heartbeat.cpp
void take_heartbeat(const call_ptr&);
void take_old_heartbeat(const call_ptr&);

// images.cpp
void send_image(const call_ptr&);

// continue_inspection.cpp
void take_inspection_data(const call_ptr&);

// boot_files.cpp
void send_boot_file(const call_ptr&);

// openapi.cpp
void show_openapi(const call_ptr&);

// operations.cpp
void show_health(const call_ptr&);
void show_readiness(const call_ptr&);
void show_metrics(const call_ptr&);
void stream_events(const call_ptr&);

}  // namespace ironbus::http
