#pragma once

#include "gateways/http/api/task.hpp"

namespace ironbus::http {

// One function a route; grouped by the source that has them. Each reads and checks its arguments,
// and then reads the store or sends one command.

// ports.cpp
task<> list_ports(const call_ptr&);
task<> list_ports_in_full(const call_ptr&);
task<> list_ports_of_node(const call_ptr&);
task<> list_ports_of_node_in_full(const call_ptr&);
task<> show_port(const call_ptr&);
task<> create_one_port(const call_ptr&);
task<> patch_port(const call_ptr&);
task<> delete_one_port(const call_ptr&);

// portgroups.cpp
task<> list_portgroups(const call_ptr&);
task<> list_portgroups_in_full(const call_ptr&);
task<> list_portgroups_of_node(const call_ptr&);
task<> list_portgroups_of_node_in_full(const call_ptr&);
task<> list_ports_of_portgroup(const call_ptr&);
task<> list_ports_of_portgroup_in_full(const call_ptr&);
task<> show_portgroup(const call_ptr&);
task<> create_portgroup(const call_ptr&);
task<> patch_portgroup(const call_ptr&);
task<> delete_portgroup(const call_ptr&);

// volume.cpp
void show_volume(const call_ptr&);
task<> show_volume_of_node(const call_ptr&);
task<> list_volume_connectors(const call_ptr&);
task<> list_volume_connectors_of_node(const call_ptr&);
task<> show_volume_connector(const call_ptr&);
task<> create_volume_connector(const call_ptr&);
task<> patch_volume_connector(const call_ptr&);
task<> delete_volume_connector(const call_ptr&);
task<> list_volume_targets(const call_ptr&);
task<> list_volume_targets_of_node(const call_ptr&);
task<> show_volume_target(const call_ptr&);
task<> create_volume_target(const call_ptr&);
task<> patch_volume_target(const call_ptr&);
task<> delete_volume_target(const call_ptr&);

// chassis.cpp
task<> list_chassis(const call_ptr&);
task<> list_chassis_in_full(const call_ptr&);
task<> list_nodes_of_chassis(const call_ptr&);
task<> list_nodes_of_chassis_in_full(const call_ptr&);
task<> show_chassis(const call_ptr&);
task<> create_chassis(const call_ptr&);
task<> patch_chassis(const call_ptr&);
task<> delete_chassis(const call_ptr&);

// deploy_templates.cpp
task<> list_deploy_templates(const call_ptr&);
task<> show_deploy_template(const call_ptr&);
task<> create_deploy_template(const call_ptr&);
task<> patch_deploy_template(const call_ptr&);
task<> delete_deploy_template(const call_ptr&);

// inspection_rules.cpp
task<> list_inspection_rules(const call_ptr&);
task<> show_inspection_rule(const call_ptr&);
task<> create_inspection_rule(const call_ptr&);
task<> patch_inspection_rule(const call_ptr&);
task<> delete_inspection_rule(const call_ptr&);
task<> delete_inspection_rules(const call_ptr&);

// inspection_trial.cpp
task<> try_inspection_rules(const call_ptr&);

// runbooks.cpp
task<> list_runbooks(const call_ptr&);
task<> show_runbook(const call_ptr&);
task<> create_runbook(const call_ptr&);
task<> patch_runbook(const call_ptr&);
task<> delete_runbook(const call_ptr&);
task<> list_runbook_traits(const call_ptr&);
task<> put_runbook_traits(const call_ptr&);
task<> put_runbook_trait(const call_ptr&);
task<> delete_runbook_traits(const call_ptr&);
task<> delete_runbook_trait(const call_ptr&);

// allocations.cpp
task<> list_allocations(const call_ptr&);
task<> show_allocation(const call_ptr&);
task<> create_allocation(const call_ptr&);
task<> patch_allocation(const call_ptr&);
task<> delete_allocation(const call_ptr&);
task<> show_allocation_of_node(const call_ptr&);
task<> delete_allocation_of_node(const call_ptr&);

// shards.cpp
task<> list_shards(const call_ptr&);

// external_events.cpp
void take_external_events(const call_ptr&);

// drivers.cpp
task<> list_drivers(const call_ptr&);
task<> show_driver(const call_ptr&);
task<> show_driver_properties(const call_ptr&);
task<> show_raid_properties(const call_ptr&);
task<> list_driver_vendor_methods(const call_ptr&);
task<> call_driver_vendor_method(const call_ptr&);

// conductors.cpp
task<> list_conductors(const call_ptr&);
task<> show_conductor(const call_ptr&);

}  // namespace ironbus::http
