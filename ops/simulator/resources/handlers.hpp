#pragma once

#include "ops/simulator/redfish/call.hpp"

namespace ironbus::simulator {

// The handlers of the routes, by source file.

// service_root.cpp
answer show_versions(const call& call);
answer show_root(const call& call);
answer show_odata(const call& call);

// sessions.cpp
answer show_session_service(const call& call);
answer list_sessions(const call& call);
answer open_session(const call& call);
answer show_session(const call& call);
answer close_session(const call& call);

// accounts.cpp
answer show_account_service(const call& call);
answer list_accounts(const call& call);
answer show_account(const call& call);
answer change_account(const call& call);

// system.cpp
answer list_systems(const call& call);
answer show_system(const call& call);
answer change_system(const call& call);
answer reset_system(const call& call);

// boot_settings.cpp
answer show_boot_settings(const call& call);
answer change_boot_settings(const call& call);

// secure_boot.cpp
answer show_secure_boot(const call& call);
answer change_secure_boot(const call& call);
answer reset_keys(const call& call);

// bios.cpp
answer show_bios(const call& call);
answer show_pending_bios(const call& call);
answer change_pending_bios(const call& call);
answer reset_bios(const call& call);

// hardware.cpp
answer list_processors(const call& call);
answer show_processor(const call& call);
answer list_interfaces(const call& call);
answer show_interface(const call& call);
answer list_simple_storage(const call& call);
answer show_simple_storage(const call& call);

// storage.cpp
answer list_storage(const call& call);
answer show_storage(const call& call);
answer show_drive(const call& call);
answer change_drive(const call& call);

// volumes.cpp
answer list_volumes(const call& call);
answer create_volume(const call& call);
answer show_volume(const call& call);
answer delete_volume(const call& call);

// chassis.cpp
answer list_chassis(const call& call);
answer show_chassis(const call& call);
answer change_chassis(const call& call);
answer show_thermal(const call& call);
answer show_power(const call& call);

// network_adapters.cpp
answer list_adapters(const call& call);
answer show_adapter(const call& call);
answer list_adapter_ports(const call& call);
answer show_adapter_port(const call& call);

// manager.cpp
answer list_managers(const call& call);
answer show_manager(const call& call);
answer change_manager(const call& call);
answer reset_manager(const call& call);

// oem_services.cpp
answer show_job_service(const call& call);
answer delete_jobs(const call& call);
answer show_bmc_attributes(const call& call);
answer change_bmc_attributes(const call& call);
answer list_switch_connections(const call& call);
answer show_switch_connection(const call& call);

// virtual_media.cpp
answer list_media(const call& call);
answer show_medium(const call& call);
answer change_medium(const call& call);
answer insert_medium(const call& call);
answer eject_medium(const call& call);

// update.cpp
answer show_update_service(const call& call);
answer list_firmware(const call& call);
answer show_firmware(const call& call);
answer begin_update(const call& call);

// tasks.cpp
answer show_task_service(const call& call);
answer list_tasks(const call& call);
answer show_task(const call& call);
answer delete_task(const call& call);
answer show_task_monitor(const call& call);

// events.cpp
answer show_event_service(const call& call);
answer list_subscriptions(const call& call);
answer create_subscription(const call& call);
answer show_subscription(const call& call);
answer delete_subscription(const call& call);

// registries.cpp
answer list_registries(const call& call);
answer show_registry_file(const call& call);
answer show_registry(const call& call);

}  // namespace ironbus::simulator
