#pragma once

#include "gateways/http/api/call.hpp"

namespace ironbus::http {

// One function a route; grouped by the source that has them. Each reads and checks its arguments,
// and then reads the store or sends one command.

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

// node_details.cpp
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

}  // namespace ironbus::http
