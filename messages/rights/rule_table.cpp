#include "messages/rights/rule_table.hpp"

#include <array>

namespace ironbus::rights {

namespace {

// Classes of requesters. The names are those of rules, so that an override of one changes them all.
constexpr std::string_view admin = "rule:system_admin";
constexpr std::string_view system_write = "rule:system_member";
constexpr std::string_view system_read = "rule:system_reader";
constexpr std::string_view any_reader = "role:reader or role:service";
constexpr std::string_view see =
    "rule:system_reader or rule:owner_reader or rule:lessee_reader or rule:owner_service";
constexpr std::string_view owner_read =
    "rule:system_reader or rule:system_service or rule:owner_reader or rule:owner_service";
constexpr std::string_view use =
    "rule:system_member or rule:system_service or rule:owner_member or rule:lessee_member";
constexpr std::string_view operate =
    "rule:system_member or rule:system_service or rule:owner_member or rule:lessee_manager or "
    "rule:lessee_admin or rule:owner_service";
constexpr std::string_view owner_write =
    "rule:system_member or rule:system_service or rule:owner_member or rule:owner_service";
constexpr std::string_view owner_manage =
    "rule:system_member or rule:system_service or rule:owner_admin or rule:owner_manager or "
    "rule:owner_service";
constexpr std::string_view ports_write =
    "rule:system_admin or rule:system_service or rule:owner_admin or rule:owner_manager or "
    "rule:owner_service";
constexpr std::string_view volumes_write =
    "rule:system_member or rule:system_service or rule:owner_admin or rule:owner_manager or "
    "rule:owner_service or rule:lessee_admin or rule:lessee_manager";
constexpr std::string_view allocation_write =
    "rule:system_member or (role:member and project_id:%(allocation.owner)s)";
constexpr std::string_view runbook_write =
    "rule:system_member or (role:manager and project_id:%(runbook.owner)s) or role:service";

constexpr auto both = rule_scope::system_or_project;
constexpr auto system_only = rule_scope::system;

constexpr std::string_view own_token =
    "rule:system_admin or user_id:%(token.user_id)s or user_name:%(token.user_name)s";

// clang-format off
constexpr std::array all_rules{
  rule_row{"service_role", "role:service and project_name:%(config.service_project_name)s", both, "A service of the service project, if rbac_service_role_elevated_access is set"},
  rule_row{"system_admin", "role:admin and system_scope:all", both, "Part of other rules"},
  rule_row{"system_member", "(role:member and system_scope:all) or rule:service_role", both, "Part of other rules"},
  rule_row{"system_reader", "(role:reader and system_scope:all) or (role:service and system_scope:all) or rule:service_role", both, "Part of other rules"},
  rule_row{"system_service", "role:service and system_scope:all", both, "Part of other rules"},
  rule_row{"owner_admin", "role:admin and project_id:%(node.owner)s", both, "Part of other rules"},
  rule_row{"owner_manager", "role:manager and project_id:%(node.owner)s", both, "Part of other rules"},
  rule_row{"owner_member", "role:member and project_id:%(node.owner)s", both, "Part of other rules"},
  rule_row{"owner_reader", "role:reader and project_id:%(node.owner)s", both, "Part of other rules"},
  rule_row{"owner_service", "role:service and project_id:%(node.owner)s", both, "Part of other rules"},
  rule_row{"lessee_admin", "role:admin and project_id:%(node.lessee)s", both, "Part of other rules"},
  rule_row{"lessee_manager", "role:manager and project_id:%(node.lessee)s", both, "Part of other rules"},
  rule_row{"lessee_member", "role:member and project_id:%(node.lessee)s", both, "Part of other rules"},
  rule_row{"lessee_reader", "role:reader and project_id:%(node.lessee)s", both, "Part of other rules"},
  rule_row{"show_password", "!", both, "Show passwords in driver_info"},
  rule_row{"show_instance_secrets", "!", both, "Show secrets in instance_info"},

  rule_row{"baremetal:node:create", "rule:system_admin or rule:system_service", both, "Enrol a node"},
  rule_row{"baremetal:node:create:self_owned_node", "role:admin or role:service", both, "Enrol a node of the own project"},
  rule_row{"baremetal:node:list", any_reader, both, "List the nodes of the own project"},
  rule_row{"baremetal:node:list_all", system_read, both, "List all nodes"},
  rule_row{"baremetal:node:get", see, both, "Show a node"},
  rule_row{"baremetal:node:get:filter_threshold", system_read, both, "Show a node without a check of each field"},
  rule_row{"baremetal:node:get:last_error", owner_read, both, "Show last_error of a node"},
  rule_row{"baremetal:node:get:reservation", owner_read, both, "Show the reservation of a node"},
  rule_row{"baremetal:node:get:driver_internal_info", owner_read, both, "Show driver_internal_info of a node"},
  rule_row{"baremetal:node:get:driver_info", owner_read, both, "Show driver_info of a node"},
  rule_row{"baremetal:node:delete", admin, both, "Delete a node"},
  rule_row{"baremetal:node:delete:self_owned_node", "rule:owner_admin", both, "Delete a node of the own project"},
  rule_row{"baremetal:node:update", use, both, "Change the fields of a node that have no rule of their own"},
  rule_row{"baremetal:node:update_instance_info", operate, both, "Change instance_info"},
  rule_row{"baremetal:node:update_extra", use, both, "Change extra"},
  rule_row{"baremetal:node:update:driver_info", owner_write, both, "Change driver_info"},
  rule_row{"baremetal:node:update:properties", owner_write, both, "Change properties"},
  rule_row{"baremetal:node:update:chassis_uuid", admin, both, "Change chassis_uuid"},
  rule_row{"baremetal:node:update:instance_uuid", owner_write, both, "Change instance_uuid"},
  rule_row{"baremetal:node:update:lessee", owner_write, both, "Change the lessee"},
  rule_row{"baremetal:node:update:owner", system_write, both, "Change the owner"},
  rule_row{"baremetal:node:update_owner_provisioned", admin, system_only, "Change the owner of an active node"},
  rule_row{"baremetal:node:update:driver_interfaces", owner_manage, both, "Change the driver and its interfaces"},
  rule_row{"baremetal:node:update:network_data", owner_write, both, "Change network_data"},
  rule_row{"baremetal:node:update:conductor_group", system_write, both, "Change the conductor group"},
  rule_row{"baremetal:node:update:name", owner_write, both, "Change the name"},
  rule_row{"baremetal:node:update:retired", owner_write, both, "Change retired and retired_reason"},
  rule_row{"baremetal:node:update:shard", admin, both, "Change the shard"},
  rule_row{"baremetal:node:update:parent_node", system_write, both, "Change the parent node"},
  rule_row{"baremetal:node:update:disable_power_off", admin, both, "Change disable_power_off"},
  rule_row{"baremetal:node:disable_cleaning", admin, both, "Turn automated cleaning of a node off"},
  rule_row{"baremetal:node:validate", operate, both, "Validate a node"},
  rule_row{"baremetal:node:set_maintenance", operate, both, "Set maintenance"},
  rule_row{"baremetal:node:clear_maintenance", operate, both, "End maintenance"},
  rule_row{"baremetal:node:get_boot_device", owner_manage, both, "Show the boot device"},
  rule_row{"baremetal:node:set_boot_device", owner_manage, both, "Set the boot device"},
  rule_row{"baremetal:node:get_indicator_state", see, both, "Show indicators"},
  rule_row{"baremetal:node:set_indicator_state", owner_write, both, "Set an indicator"},
  rule_row{"baremetal:node:inject_nmi", owner_manage, both, "Inject a non-maskable interrupt"},
  rule_row{"baremetal:node:get_states", see, both, "Show the states of a node"},
  rule_row{"baremetal:node:set_power_state", use, both, "Change the power"},
  rule_row{"baremetal:node:set_boot_mode", use, both, "Change the boot mode"},
  rule_row{"baremetal:node:set_secure_boot", use, both, "Change secure boot"},
  rule_row{"baremetal:node:set_provision_state", operate, both, "Change the provision state"},
  rule_row{"baremetal:node:set_provision_state:clean_steps", operate, both, "Name clean steps"},
  rule_row{"baremetal:node:set_provision_state:service_steps", operate, both, "Name service steps"},
  rule_row{"baremetal:node:set_raid_state", owner_write, both, "Set the target RAID configuration"},
  rule_row{"baremetal:node:get_console", owner_write, both, "Show the console"},
  rule_row{"baremetal:node:set_console_state", owner_write, both, "Start or stop the console"},
  rule_row{"baremetal:node:vif:list", see, both, "List VIFs"},
  rule_row{"baremetal:node:vif:attach", operate, both, "Attach a VIF"},
  rule_row{"baremetal:node:vif:detach", operate, both, "Detach a VIF"},
  rule_row{"baremetal:node:traits:list", see, both, "List traits"},
  rule_row{"baremetal:node:traits:set", owner_manage, both, "Set traits"},
  rule_row{"baremetal:node:traits:delete", owner_manage, both, "Delete traits"},
  rule_row{"baremetal:node:bios:get", see, both, "Show BIOS settings"},
  rule_row{"baremetal:node:firmware:get", see, both, "Show firmware components"},
  rule_row{"baremetal:node:vmedia:get", see, both, "Show virtual media"},
  rule_row{"baremetal:node:vmedia:attach", use, both, "Attach virtual media"},
  rule_row{"baremetal:node:vmedia:detach", use, both, "Detach virtual media"},
  rule_row{"baremetal:node:history:get", owner_read, both, "Show the history of a node"},
  rule_row{"baremetal:node:inventory:get", owner_read, both, "Show the inventory of a node"},
  rule_row{"baremetal:node:vendor_passthru", admin, both, "Call a vendor method of a node"},
  rule_row{"baremetal:node:ipa_heartbeat", "", both, "Heartbeat of an agent"},

  rule_row{"baremetal:port:list", any_reader, both, "List the ports of the own project's nodes"},
  rule_row{"baremetal:port:list_all", system_read, both, "List all ports"},
  rule_row{"baremetal:port:get", see, both, "Show a port"},
  rule_row{"baremetal:port:create", ports_write, both, "Create a port"},
  rule_row{"baremetal:port:update", owner_manage, both, "Change a port"},
  rule_row{"baremetal:port:delete", ports_write, both, "Delete a port"},
  rule_row{"baremetal:portgroup:list", any_reader, both, "List the port groups of the own project's nodes"},
  rule_row{"baremetal:portgroup:list_all", system_read, both, "List all port groups"},
  rule_row{"baremetal:portgroup:get", see, both, "Show a port group"},
  rule_row{"baremetal:portgroup:create", ports_write, both, "Create a port group"},
  rule_row{"baremetal:portgroup:update", owner_manage, both, "Change a port group"},
  rule_row{"baremetal:portgroup:delete", ports_write, both, "Delete a port group"},
  rule_row{"baremetal:volume:list", any_reader, both, "List the volumes of the own project's nodes"},
  rule_row{"baremetal:volume:list_all", system_read, both, "List all volumes"},
  rule_row{"baremetal:volume:get", see, both, "Show a volume connector or target"},
  rule_row{"baremetal:volume:create", volumes_write, both, "Create a volume connector or target"},
  rule_row{"baremetal:volume:update", operate, both, "Change a volume connector or target"},
  rule_row{"baremetal:volume:delete", volumes_write, both, "Delete a volume connector or target"},
  rule_row{"baremetal:volume:view_target_properties", "rule:system_reader or role:admin", both, "Show the properties of a volume target"},

  rule_row{"baremetal:allocation:list", any_reader, both, "List the allocations of the own project"},
  rule_row{"baremetal:allocation:list_all", system_read, both, "List all allocations"},
  rule_row{"baremetal:allocation:get", "rule:system_reader or (role:reader and project_id:%(allocation.owner)s)", both, "Show an allocation"},
  rule_row{"baremetal:allocation:create", "rule:system_member or role:member", both, "Create an allocation of the own project"},
  rule_row{"baremetal:allocation:create_restricted", system_write, both, "Create an allocation of another project"},
  rule_row{"baremetal:allocation:update", allocation_write, both, "Change an allocation"},
  rule_row{"baremetal:allocation:delete", allocation_write, both, "Delete an allocation"},

  rule_row{"baremetal:chassis:get", system_read, system_only, "Show chassis"},
  rule_row{"baremetal:chassis:create", admin, system_only, "Create a chassis"},
  rule_row{"baremetal:chassis:update", system_write, system_only, "Change a chassis"},
  rule_row{"baremetal:chassis:delete", admin, system_only, "Delete a chassis"},
  rule_row{"baremetal:driver:get", system_read, system_only, "Show drivers"},
  rule_row{"baremetal:driver:get_properties", system_read, system_only, "Show the properties of a driver"},
  rule_row{"baremetal:driver:get_raid_logical_disk_properties", system_read, system_only, "Show the properties of logical disks"},
  rule_row{"baremetal:driver:vendor_passthru", admin, system_only, "Call a vendor method of a driver"},
  rule_row{"baremetal:driver:ipa_lookup", "", both, "Lookup of an agent"},
  rule_row{"baremetal:driver:ipa_continue_inspection", "", both, "Inspection data of an agent"},
  rule_row{"baremetal:events:post", admin, system_only, "Send events of the network service"},
  rule_row{"baremetal:conductor:get", system_read, both, "Show conductors"},
  rule_row{"baremetal:shards:get", system_read, both, "Show shards"},
  rule_row{"baremetal:deploy_template:get", system_read, both, "Show deploy templates"},
  rule_row{"baremetal:deploy_template:create", admin, both, "Create a deploy template"},
  rule_row{"baremetal:deploy_template:update", admin, both, "Change a deploy template"},
  rule_row{"baremetal:deploy_template:delete", admin, both, "Delete a deploy template"},
  rule_row{"baremetal:inspection_rule:get", system_read, both, "Show inspection rules"},
  rule_row{"baremetal:inspection_rule:create", admin, both, "Create an inspection rule"},
  rule_row{"baremetal:inspection_rule:update", admin, both, "Change an inspection rule"},
  rule_row{"baremetal:inspection_rule:delete", admin, both, "Delete inspection rules"},
  rule_row{"baremetal:runbook:list", any_reader, both, "List the runbooks of the own project and public ones"},
  rule_row{"baremetal:runbook:list_all", system_read, both, "List all runbooks"},
  rule_row{"baremetal:runbook:get", "rule:system_reader or (role:reader and project_id:%(runbook.owner)s) or role:service", both, "Show a runbook"},
  rule_row{"baremetal:runbook:create", "rule:system_member or role:manager or role:service", both, "Create a runbook of the own project"},
  rule_row{"baremetal:runbook:update", runbook_write, both, "Change a runbook"},
  rule_row{"baremetal:runbook:update:owner", system_write, both, "Change the owner of a runbook"},
  rule_row{"baremetal:runbook:update:public", system_write, both, "Make a runbook public"},
  rule_row{"baremetal:runbook:delete", runbook_write, both, "Delete a runbook"},
  rule_row{"baremetal:runbook:use", runbook_write, both, "Use a runbook"},

  rule_row{"baremetal:events:list", any_reader, both, "Read and follow the events of visible nodes"},
  rule_row{"baremetal:durations:get", any_reader, both, "Show usual durations of steps"},
  rule_row{"baremetal:metrics:get", system_read, both, "Read the metrics"},
  rule_row{"baremetal:webhook:get", admin, both, "Show webhooks"},
  rule_row{"baremetal:webhook:create", admin, both, "Create a webhook"},
  rule_row{"baremetal:webhook:update", admin, both, "Change a webhook"},
  rule_row{"baremetal:webhook:delete", admin, both, "Delete a webhook"},
  rule_row{"baremetal:token:create", any_reader, both, "Create a token with own roles and the own scope"},
  rule_row{"baremetal:token:create_all", admin, both, "Create a token with any roles and scope"},
  rule_row{"baremetal:token:list", any_reader, both, "List the own tokens"},
  rule_row{"baremetal:token:list_all", admin, both, "List the tokens of all users"},
  rule_row{"baremetal:token:get", own_token, both, "Show a token"},
  rule_row{"baremetal:token:delete", own_token, both, "Revoke a token"},
};
// clang-format on

}  // namespace

std::span<const rule_row> rule_table() { return all_rules; }

}  // namespace ironbus::rights
