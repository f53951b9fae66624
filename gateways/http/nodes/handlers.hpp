#pragma once

#include "gateways/http/api/task.hpp"

namespace ironbus::http {

// One function per route, grouped by source file. Each checks its arguments, then reads the store
// or sends one command.

// nodes.cpp
task<> list_nodes(const call_ptr&);
task<> list_nodes_in_full(const call_ptr&);
task<> show_node(const call_ptr&);
task<> create_one_node(const call_ptr&);
task<> patch_node(const call_ptr&);
task<> delete_one_node(const call_ptr&);

// node_states.cpp
task<> show_states(const call_ptr&);
task<> put_provision_state(const call_ptr&);
extern const body_table provision_body;
task<> put_power_state(const call_ptr&);
extern const body_table power_body;
task<> put_maintenance(const call_ptr&);
extern const body_table maintenance_body;
task<> delete_maintenance(const call_ptr&);

// node_details.cpp
task<> validate_node(const call_ptr&);
task<> validate_named_node(const call_ptr&);
task<> show_inventory(const call_ptr&);
task<> list_cleaning_steps(const call_ptr&);
task<> list_history(const call_ptr&);
task<> list_history_in_full(const call_ptr&);
task<> show_history_entry(const call_ptr&);
task<> list_operations(const call_ptr&);
task<> list_certificates(const call_ptr&);
task<> list_children(const call_ptr&);

// why_calls.cpp
task<> show_why(const call_ptr&);
task<> list_whys(const call_ptr&);

// node_diff.cpp
task<> show_node_diff(const call_ptr&);
task<> show_incident(const call_ptr&);

// traits.cpp
task<> list_traits(const call_ptr&);
task<> put_traits(const call_ptr&);
task<> put_trait(const call_ptr&);
task<> delete_traits(const call_ptr&);
task<> delete_trait(const call_ptr&);

// management.cpp
task<> show_boot_device(const call_ptr&);
task<> list_boot_devices(const call_ptr&);
task<> put_boot_device(const call_ptr&);
extern const body_table boot_device_body;
task<> inject_nmi(const call_ptr&);
task<> put_boot_mode(const call_ptr&);
extern const body_table boot_mode_body;
task<> put_secure_boot(const call_ptr&);
extern const body_table secure_boot_body;
task<> list_indicators(const call_ptr&);
task<> show_indicator(const call_ptr&);
task<> put_indicator(const call_ptr&);
extern const body_table indicator_body;

// console.cpp
task<> show_console(const call_ptr&);
task<> put_console(const call_ptr&);
task<> show_console_log(const call_ptr&);
extern const body_table console_body;

// vifs.cpp
task<> list_vifs(const call_ptr&);
task<> attach_vif(const call_ptr&);
extern const body_table vif_body;
task<> detach_vif(const call_ptr&);

// vendor_passthru.cpp
task<> list_vendor_methods(const call_ptr&);
task<> call_vendor_method(const call_ptr&);
task<> call_vendor_method_in_path(const call_ptr&);
extern const body_table vendor_arguments_body;

// raid.cpp
task<> put_raid(const call_ptr&);

// node_components.cpp
task<> list_bios_settings(const call_ptr&);
task<> show_bios_setting(const call_ptr&);
task<> list_firmware(const call_ptr&);
task<> list_virtual_media(const call_ptr&);
task<> attach_virtual_media(const call_ptr&);
extern const body_table medium_body;
task<> detach_virtual_media(const call_ptr&);

}  // namespace ironbus::http
