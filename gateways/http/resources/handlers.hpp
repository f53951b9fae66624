#pragma once

#include "gateways/http/api/call.hpp"

namespace ironbus::http {

// One function a route; grouped by the source that has them. Each reads and checks its arguments,
// and then reads the store or sends one command.

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

}  // namespace ironbus::http
