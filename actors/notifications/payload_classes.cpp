#include "actors/notifications/payload_classes.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

// The fields in every notification of a node.
constexpr std::array<std::string_view, 47> node_fields_shown{"bios_interface",
                                                             "boot_interface",
                                                             "boot_mode",
                                                             "clean_step",
                                                             "conductor_group",
                                                             "console_enabled",
                                                             "console_interface",
                                                             "created_at",
                                                             "deploy_interface",
                                                             "deploy_step",
                                                             "description",
                                                             "disable_power_off",
                                                             "driver",
                                                             "extra",
                                                             "fault",
                                                             "inspect_interface",
                                                             "inspection_finished_at",
                                                             "inspection_started_at",
                                                             "instance_uuid",
                                                             "last_error",
                                                             "lessee",
                                                             "maintenance",
                                                             "maintenance_reason",
                                                             "management_interface",
                                                             "name",
                                                             "network_interface",
                                                             "owner",
                                                             "power_interface",
                                                             "power_state",
                                                             "properties",
                                                             "protected",
                                                             "protected_reason",
                                                             "provision_state",
                                                             "provision_updated_at",
                                                             "raid_interface",
                                                             "rescue_interface",
                                                             "resource_class",
                                                             "retired",
                                                             "retired_reason",
                                                             "secure_boot",
                                                             "storage_interface",
                                                             "target_power_state",
                                                             "target_provision_state",
                                                             "traits",
                                                             "updated_at",
                                                             "uuid",
                                                             "vendor_interface"};

template <size_t N>
constexpr auto with(const std::array<std::string_view, N>& more) {
  std::array<std::string_view, node_fields_shown.size() + N> out{};
  std::copy(node_fields_shown.begin(), node_fields_shown.end(), out.begin());
  std::copy(more.begin(), more.end(), out.begin() + node_fields_shown.size());
  return out;
}

constexpr auto crud_fields =
    with(std::array<std::string_view, 3>{"chassis_uuid", "driver_info", "instance_info"});
constexpr auto provision_fields =
    with(std::array<std::string_view, 2>{"driver_internal_info", "instance_info"});

constexpr std::array<std::string_view, 16> port_shown{"address",
                                                      "available_for_dynamic_portgroup",
                                                      "category",
                                                      "created_at",
                                                      "description",
                                                      "extra",
                                                      "is_smartnic",
                                                      "local_link_connection",
                                                      "name",
                                                      "node_uuid",
                                                      "physical_network",
                                                      "portgroup_uuid",
                                                      "pxe_enabled",
                                                      "updated_at",
                                                      "uuid",
                                                      "vendor"};

constexpr std::array<std::string_view, 13> portgroup_shown{"address",
                                                           "category",
                                                           "created_at",
                                                           "dynamic_portgroup",
                                                           "extra",
                                                           "mode",
                                                           "name",
                                                           "node_uuid",
                                                           "physical_network",
                                                           "properties",
                                                           "standalone_ports_supported",
                                                           "updated_at",
                                                           "uuid"};

constexpr std::array<std::string_view, 7> volume_connector_shown{
    "connector_id", "created_at", "extra", "node_uuid", "type", "updated_at", "uuid"};

constexpr std::array<std::string_view, 9> volume_target_shown{
    "boot_index", "created_at", "extra",     "node_uuid",  "properties",
    "updated_at", "uuid",       "volume_id", "volume_type"};

constexpr std::array<std::string_view, 5> chassis_shown{"created_at", "description", "extra",
                                                        "updated_at", "uuid"};

constexpr std::array<std::string_view, 12> allocation_shown{
    "candidate_nodes", "created_at",     "extra", "last_error", "name",       "node_uuid",
    "owner",           "resource_class", "state", "traits",     "updated_at", "uuid"};

constexpr std::array<std::string_view, 6> deploy_template_shown{"created_at", "extra",      "name",
                                                                "steps",      "updated_at", "uuid"};

constexpr std::array<std::string_view, 11> runbook_shown{
    "created_at", "description", "disable_ramdisk", "extra",      "name", "owner",
    "public",     "steps",       "traits",          "updated_at", "uuid"};

constexpr std::array<std::string_view, 10> inspection_rule_shown{
    "actions",  "conditions", "created_at", "description", "phase",
    "priority", "scope",      "sensitive",  "updated_at",  "uuid"};

constexpr std::array notified{
    notified_object{"port", "port", {"PortCRUDPayload", "1.8", port_shown}},
    notified_object{"portgroup", "portgroup", {"PortgroupCRUDPayload", "1.3", portgroup_shown}},
    notified_object{"volume_connector",
                    "volumeconnector",
                    {"VolumeConnectorCRUDPayload", "1.0", volume_connector_shown}},
    notified_object{
        "volume_target", "volumetarget", {"VolumeTargetCRUDPayload", "1.0", volume_target_shown}},
    notified_object{"chassis", "chassis", {"ChassisCRUDPayload", "1.0", chassis_shown}},
    notified_object{"allocation", "allocation", {"AllocationCRUDPayload", "1.1", allocation_shown}},
    notified_object{"deploy_template",
                    "deploytemplate",
                    {"DeployTemplateCRUDPayload", "1.0", deploy_template_shown}},
    notified_object{"runbook", "runbook", {"RunbookCRUDPayload", "1.1", runbook_shown}},
    notified_object{"inspection_rule",
                    "inspectionrule",
                    {"InspectionRuleCRUDPayload", "1.0", inspection_rule_shown}},
};

}  // namespace

constinit const payload_class node_payload{"NodePayload", "1.17", node_fields_shown};
constinit const payload_class node_crud_payload{"NodeCRUDPayload", "1.15", crud_fields};
constinit const payload_class node_power_payload{"NodeSetPowerStatePayload", "1.17",
                                                 node_fields_shown};
constinit const payload_class node_corrected_payload{"NodeCorrectedPowerStatePayload", "1.17",
                                                     node_fields_shown};
constinit const payload_class node_provision_payload{"NodeSetProvisionStatePayload", "1.18",
                                                     provision_fields};

const notified_object* find_notified_object(std::string_view kind) {
  for (const auto& row : notified)
    if (row.kind == kind) return &row;
  return nullptr;
}

}  // namespace ironbus
