#include "messages/contract/driver_contract_rows.hpp"
#include "messages/model/driver_catalog.hpp"

#include <array>

// Short names, for this table only.
namespace ironbus::workflow_rows {

namespace {

using row = operation_contract;
using v = value_type;
using value = value_contract;

constexpr auto must = presence::required;
constexpr auto may = presence::optional;
constexpr auto ours = presence::from_service;

/// Arguments of the finishing calls of a failed workflow.
constexpr std::array failed_end{value{"power_off", v::boolean, ours},
                                value{"failed", v::boolean, ours}};
/// Arguments of a call that rebuilds lost boot files.
constexpr std::array ramdisk_boot{value{"lost_place", v::text, ours},
                                  value{"operation", v::text, ours}};
constexpr std::array instance_boot{value{"live", v::boolean, ours},
                                   value{"lost_place", v::text, ours},
                                   value{"operation", v::text, ours}};
constexpr std::array instance_end{
    value{"power_off", v::boolean, ours}, value{"failed", v::boolean, ours},
    value{"lost_place", v::text, ours}, value{"operation", v::text, ours}};
constexpr std::array image{value{"image_info", v::object, may}, value{"configdrive", v::any, may}};
constexpr std::array bootc{value{"image_source", v::text}, value{"instance_info", v::object, may},
                           value{"pull_secret", v::text, may}, value{"configdrive", v::any, may}};
constexpr std::array api_call{
    value{"url", v::text, ours},       value{"headers", v::object, ours},
    value{"proxies", v::object, ours}, value{"timeout", v::number, ours},
    value{"retries", v::number, ours}, value{"backoff_factor", v::number, ours}};
constexpr std::array vif{value{"vif", v::object, must}};
constexpr std::array vif_id{value{"id", v::text, must}};

constexpr std::array error_members{value{"error", v::text, may}};
constexpr std::array vif_members{value{"id", v::text, must}};

constexpr answer_contract nothing{};
constexpr answer_contract yes_or_no{v::boolean};
constexpr answer_contract api_answer{v::object, error_members};
constexpr answer_contract vifs{v::list, vif_members};

namespace boots = driver_operations::boot;
namespace deploys = driver_operations::deploy;
namespace inspects = driver_operations::inspect;
namespace rescues = driver_operations::rescue;
namespace networks = driver_operations::network;

constexpr uint32_t every = op_required | op_idempotent;
constexpr uint32_t again = op_idempotent;
constexpr uint32_t reads = op_reads | op_idempotent;
constexpr uint32_t agent = op_by_agent;

// What, about, arguments, answer, facts, traits, phases, call of the API.
// clang-format off
constexpr std::array rows{
  row{boots::prepare_ramdisk, "Makes the next boot start the agent's ramdisk.", ramdisk_boot, nothing, fact_none, every | op_by_task},
  row{boots::clean_up_ramdisk, "Removes what prepare_ramdisk set up.", failed_end, nothing, fact_none, every},
  row{boots::prepare_instance, "Makes all later boots start the instance; live: it runs without a local disk.", instance_boot, nothing, fact_none, every | op_by_task},
  row{boots::clean_up_instance, "Removes what prepare_instance set up.", instance_end, nothing, fact_none, every},

  row{deploys::prepare, "Prepares the ramdisk and the image for a deployment.", {}, nothing, fact_none, every | op_by_task},
  row{deploys::deploy, "Starts a deployment; usually boots the ramdisk.", {}, nothing, fact_none, again | agent, phase_deploy},
  row{deploys::clean_up, "Removes what the deployment set up.", failed_end, nothing, fact_none, every},
  row{deploys::tear_down, "Tears down the instance.", {}, nothing, fact_none, every},
  row{deploys::take_over, "Prepares a machine that already runs an instance.", {}, nothing, fact_none, every},
  row{deploys::prepare_cleaning, "Prepares the machine for clean steps.", {}, nothing, fact_none, every | agent},
  row{deploys::tear_down_cleaning, "Undoes prepare_cleaning.", failed_end, nothing, fact_none, every},
  row{deploys::prepare_service, "Prepares the machine for service steps.", {}, nothing, fact_none, every | agent},
  row{deploys::tear_down_service, "Returns the machine to its instance.", failed_end, nothing, fact_none, every},
  row{deploys::collect_logs, "Stores the logs of the ramdisk.", failed_end, nothing, fact_none, again},
  row{{"deploy", "get_clean_steps"}, "Reads the agent's clean steps.", {}, nothing, fact_none, again},
  row{{"deploy", "get_deploy_steps"}, "Reads the agent's deploy steps.", {}, nothing, fact_none, again},
  row{{"deploy", "get_service_steps"}, "Reads the agent's service steps.", {}, nothing, fact_none, again},
  row{{"deploy", "write_image"}, "Writes the image and the config drive.", image, nothing, fact_none, agent, phase_deploy},
  row{{"deploy", "execute_bootc_install"}, "Installs a bootable container.", bootc, nothing, fact_none, agent, phase_deploy},
  row{{"deploy", "prepare_instance_boot"}, "Prepares the disk for booting.", {}, nothing, fact_none, again | agent, phase_deploy},
  row{{"deploy", "set_boot_to_disk"}, "Sets the machine to boot from its disk.", {}, nothing, fact_none, again, phase_deploy},
  row{{"deploy", "tear_down_agent"}, "Stops the agent.", {}, nothing, fact_none, again | agent, phase_deploy},
  row{{"deploy", "switch_to_tenant_network"}, "Moves the machine to its tenant's networks.", {}, nothing, fact_none, again, phase_deploy},
  row{{"deploy", "boot_instance"}, "Boots the instance.", {}, nothing, fact_none, again, phase_deploy},
  row{{"deploy", "erase_devices"}, "Erases the disks.", {}, nothing, fact_none, again | agent, phase_clean},
  row{{"deploy", "erase_devices_metadata"}, "Erases the metadata of the disks, such as partition tables.", {}, nothing, fact_none, again | agent, phase_clean},

  row{inspects::inspect_hardware, "Inspects the hardware of the machine.", {}, nothing, fact_properties | fact_inventory | fact_mac_addresses | fact_boot_mode, op_required | again | agent | op_by_task},
  row{{"inspect", "await_data"}, "Waits for the agent's inspection data.", {}, nothing, fact_none, again | agent},
  row{{"inspect", "call_api"}, "Calls another service for an inspection rule.", api_call, api_answer, fact_none, op_plain},
  row{inspects::clean_up, "Ends an inspection.", {}, nothing, fact_none, again},
  row{inspects::abort, "Ends an inspection that failed.", failed_end, nothing, fact_none, again},

  row{networks::vif_list, "Lists the VIFs of the machine.", {}, vifs, fact_none, op_required | reads, 0, "GET /v1/nodes/{ident}/vifs"},
  row{networks::vif_attach, "Binds a VIF: {id, port_uuid, portgroup_uuid}.", vif, nothing, fact_none, op_required, 0, "POST /v1/nodes/{ident}/vifs"},
  row{networks::vif_detach, "Releases a VIF.", vif_id, nothing, fact_none, op_required, 0, "DELETE /v1/nodes/{ident}/vifs/{id}"},
  row{{"network", "reattach_networking"}, "Moves the machine to its tenant's networks again.", {}, nothing, fact_none, again, phase_service},

  row{rescues::rescue, "Starts a rescue and boots the ramdisk.", {}, nothing, fact_none, every | agent},
  row{{"rescue", "finalize_rescue"}, "Makes the agent set the password of the rescue user.", {}, nothing, fact_none, op_plain},
  row{rescues::unrescue, "Returns the machine to its instance.", {}, nothing, fact_none, every},
  row{rescues::clean_up, "Removes what the rescue set up.", failed_end, nothing, fact_none, every},

  row{{"storage", "attach_volumes"}, "Connects the machine to its volumes.", {}, nothing, fact_none, every},
  row{{"storage", "detach_volumes"}, "Disconnects the machine from its volumes.", {}, nothing, fact_none, every},
  row{{"storage", "should_write_image"}, "Returns whether the instance runs from a local disk.", {}, yes_or_no, fact_none, reads},
};
// clang-format on

}  // namespace

}  // namespace ironbus::workflow_rows

namespace ironbus {

std::span<const operation_contract> workflow_contract() { return workflow_rows::rows; }

}  // namespace ironbus
