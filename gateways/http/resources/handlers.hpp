#pragma once

#include "gateways/http/api/task.hpp"
#include "gateways/http/resources/collection_routes.hpp"

namespace ironbus::http {

// The routes of collections, and one function per other route, grouped by source file.

// ports.cpp, portgroups.cpp
collection_routes port_routes();
collection_routes portgroup_routes();
task<> list_ports_of_node(const call_ptr&);
task<> list_ports_of_node_in_full(const call_ptr&);
task<> list_portgroups_of_node(const call_ptr&);
task<> list_portgroups_of_node_in_full(const call_ptr&);

// volume.cpp
collection_routes volume_connector_routes();
collection_routes volume_target_routes();
void show_volume(const call_ptr&);
task<> show_volume_of_node(const call_ptr&);
task<> list_volume_connectors_of_node(const call_ptr&);
task<> list_volume_targets_of_node(const call_ptr&);

// chassis.cpp, runbooks.cpp
collection_routes chassis_routes();
collection_routes runbook_routes();

// inspection_rules.cpp, inspection_trial.cpp
collection_routes inspection_rule_routes();
task<> try_inspection_rules(const call_ptr&);
extern const body_table rules_trial_body;

// allocations.cpp
collection_routes allocation_routes();
task<> show_allocation_of_node(const call_ptr&);
task<> delete_allocation_of_node(const call_ptr&);

// webhooks.cpp, dead_letters.cpp
collection_routes webhook_routes();
task<> list_dead_letters(const call_ptr&);
task<> send_dead_letters(const call_ptr&);
task<> send_dead_letter(const call_ptr&);
task<> drop_dead_letters(const call_ptr&);
task<> drop_dead_letter(const call_ptr&);

// tokens.cpp
task<> list_tokens(const call_ptr&);
task<> create_token(const call_ptr&);
task<> show_token(const call_ptr&);
task<> revoke_api_token(const call_ptr&);
extern const body_table new_token_body;

// shards.cpp
task<> list_shards(const call_ptr&);

// external_events.cpp
void take_external_events(const call_ptr&);
extern const body_table external_events_body;

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
