#include "gateways/http/routes/routes.hpp"

#include "gateways/http/monitoring/handlers.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/ramdisk/handlers.hpp"
#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/records.hpp"
#include "gateways/http/routes/discovery.hpp"
#include "gateways/http/ui/handlers.hpp"
#include "gateways/http/view/raid_body.hpp"
#include "gateways/http/view/trait_names.hpp"

#include <vector>

namespace ironbus::http {

namespace {

using b = body_kind;
using a = access;

// Method, path, handler and its body, first version, status for older versions, body limit,
// summary, access (users unless given), difference from Ironic.
// clang-format off
const std::vector<route> first_routes{
  route{"GET", "/", show_root, 1, 404, b::normal, "Versions of the API", a::everyone},
  route{"GET", "/v1", show_v1, 1, 404, b::normal, "Resources of the API", a::everyone},
  route{"GET", "/v1/openapi.json", show_openapi, 0, 404, b::normal, "This API as an OpenAPI 3.1 document", a::everyone, "ironbus only"},

  route{"GET", "/v1/nodes", list_nodes, 1, 404, b::normal, "List nodes", a::user, "also filters by `traits`, `traits-any`, `not-traits`, `not-traits-any`; a parameter that takes a list can be repeated"},
  route{"POST", "/v1/nodes", create_one_node, 1, 404, b::normal, "Enrol a node"},
  route{"GET", "/v1/nodes/detail", list_nodes_in_full, 1, 404, b::normal, "List nodes in full", a::user, "same filters as the list of nodes"},
  route{"GET", "/v1/nodes/validate", validate_named_node, 1, 404, b::normal, "Validate the node that `node` or `node_uuid` names"},
  route{"GET", "/v1/nodes/{ident}", show_node, 1, 404, b::normal, "Show a node", a::user, "`at` shows it as it was at a time"},
  route{"PATCH", "/v1/nodes/{ident}", patch_node, 1, 404, b::normal, "Change a node", a::user, "never 409 for a lock; `******` written back keeps the secret"},
  route{"DELETE", "/v1/nodes/{ident}", delete_one_node, 1, 404, b::normal, "Delete a node", a::user, "never 409 for a lock"},
  route{"GET", "/v1/nodes/{ident}/states", show_states, 1, 404, b::normal, "Show the states of a node"},
  route{"PUT", "/v1/nodes/{ident}/states/provision", {put_provision_state, provision_body}, 1, 404, b::provision, "Change the provision state of a node", a::user, "never 409 for a lock; `abort` takes effect after the running step; `cleaned` and `cleaning` mean `provide`, preceded by `manage` if cleaning has failed"},
  route{"PUT", "/v1/nodes/{ident}/states/power", {put_power_state, power_body}, 1, 404, b::normal, "Change the power of a node", a::user, "accepted while a step runs, carried out after it"},
  route{"PUT", "/v1/nodes/{ident}/maintenance", {put_maintenance, maintenance_body}, 1, 404, b::normal, "Set maintenance"},
  route{"DELETE", "/v1/nodes/{ident}/maintenance", delete_maintenance, 1, 404, b::normal, "End maintenance"},
  route{"GET", "/v1/nodes/{ident}/validate", validate_node, 1, 404, b::normal, "Validate a node for each interface"},
  route{"GET", "/v1/nodes/{ident}/cleaning/steps", list_cleaning_steps, 0, 404, b::normal, "List the steps of automated cleaning, in their order", a::user, "500 in Ironic; steps of the agent are missing until its first heartbeat"},
  route{"GET", "/v1/nodes/{ident}/why", show_why, 0, 404, b::normal, "Show what a node waits for and who can unblock it", a::user, "ironbus only"},
  route{"GET", "/v1/nodes/{ident}/diff", show_node_diff, 0, 404, b::normal, "Show the changes of a node between two times", a::user, "ironbus only"},
  route{"GET", "/v1/nodes/{ident}/incident", show_incident, 0, 404, b::normal, "Export a node's incident for replay", a::user, "ironbus only; without secrets"},
  route{"GET", "/v1/nodes/{ident}/ports", list_ports_of_node, 1, 404, b::normal, "List the ports of a node"},
  route{"GET", "/v1/nodes/{ident}/ports/detail", list_ports_of_node_in_full, 1, 404, b::normal, "List the ports of a node in full"},
  route{"GET", "/v1/nodes/{ident}/traits", list_traits, 37, 406, b::normal, "List the traits of a node"},
  route{"PUT", "/v1/nodes/{ident}/traits", {put_traits, traits_body}, 37, 405, b::normal, "Replace the traits of a node", a::user, "200 with the list if the request has `Prefer: return=representation`"},
  route{"DELETE", "/v1/nodes/{ident}/traits", delete_traits, 37, 404, b::normal, "Delete the traits of a node"},
  route{"PUT", "/v1/nodes/{ident}/traits/{trait}", put_trait, 37, 405, b::normal, "Add a trait"},
  route{"DELETE", "/v1/nodes/{ident}/traits/{trait}", delete_trait, 37, 404, b::normal, "Delete a trait"},
  route{"GET", "/v1/nodes/{ident}/history", list_history, 78, 404, b::normal, "List the history of a node"},
  route{"GET", "/v1/nodes/{ident}/history/detail", list_history_in_full, 78, 404, b::normal, "List the history of a node in full"},
  route{"GET", "/v1/nodes/{ident}/history/{uuid}", show_history_entry, 78, 404, b::normal, "Show one event of the history"},
  route{"GET", "/v1/nodes/{ident}/certificates", list_certificates, 0, 404, b::normal, "List the signed cleaning certificates of a node", a::user, "ironbus only"},
  route{"GET", "/v1/nodes/{ident}/operations", list_operations, 0, 404, b::normal, "List ended workflows with their step ledgers", a::user, "ironbus only"},
  route{"GET", "/v1/nodes/{ident}/inventory", show_inventory, 81, 404, b::normal, "Show the inventory from the last inspection"},
  route{"GET", "/v1/nodes/{ident}/children", list_children, 83, 404, b::normal, "List the children of a node"},

  route{"PUT", "/v1/nodes/{ident}/states/raid", {put_raid, raid_body}, 12, 406, b::normal, "Set the target RAID configuration"},
  route{"GET", "/v1/nodes/{ident}/states/console", show_console, 1, 404, b::normal, "Show the console of a node"},
  route{"PUT", "/v1/nodes/{ident}/states/console", {put_console, console_body}, 1, 404, b::normal, "Start or stop the console"},
  route{"GET", "/v1/nodes/{ident}/console/log", show_console_log, 0, 404, b::normal, "Show the end of the serial console log", a::user, "ironbus only; plain text; `bytes` sets its length: at most 262144, by default 65536"},
  route{"PUT", "/v1/nodes/{ident}/states/boot_mode", {put_boot_mode, boot_mode_body}, 76, 404, b::normal, "Change the boot mode"},
  route{"PUT", "/v1/nodes/{ident}/states/secure_boot", {put_secure_boot, secure_boot_body}, 76, 404, b::normal, "Change secure boot"},
  route{"GET", "/v1/nodes/{ident}/management/boot_device", show_boot_device, 1, 404, b::normal, "Show the boot device"},
  route{"PUT", "/v1/nodes/{ident}/management/boot_device", {put_boot_device, boot_device_body}, 1, 404, b::normal, "Set the boot device"},
  route{"GET", "/v1/nodes/{ident}/management/boot_device/supported", list_boot_devices, 1, 404, b::normal, "List boot devices"},
  route{"PUT", "/v1/nodes/{ident}/management/inject_nmi", inject_nmi, 29, 404, b::normal, "Inject a non-maskable interrupt"},
  route{"GET", "/v1/nodes/{ident}/management/indicators", list_indicators, 1, 404, b::normal, "List the indicators of a node"},
  route{"GET", "/v1/nodes/{ident}/management/indicators/{name}", show_indicator, 1, 404, b::normal, "Show an indicator"},
  route{"PUT", "/v1/nodes/{ident}/management/indicators/{name}", {put_indicator, indicator_body}, 1, 404, b::normal, "Set an indicator"},
  route{"GET", "/v1/nodes/{ident}/bios", list_bios_settings, 40, 404, b::normal, "List the BIOS settings of a node"},
  route{"GET", "/v1/nodes/{ident}/bios/{name}", show_bios_setting, 40, 404, b::normal, "Show a BIOS setting"},
  route{"GET", "/v1/nodes/{ident}/firmware", list_firmware, 86, 404, b::normal, "List the firmware of a node"},
  route{"GET", "/v1/nodes/{ident}/vmedia", list_virtual_media, 93, 404, b::normal, "List virtual media"},
  route{"POST", "/v1/nodes/{ident}/vmedia", {attach_virtual_media, medium_body}, 89, 404, b::normal, "Attach virtual media"},
  route{"DELETE", "/v1/nodes/{ident}/vmedia", detach_virtual_media, 89, 404, b::normal, "Detach virtual media"},
  route{"GET", "/v1/nodes/{ident}/vifs", list_vifs, 28, 404, b::normal, "List the VIFs of a node"},
  route{"POST", "/v1/nodes/{ident}/vifs", {attach_vif, vif_body}, 28, 404, b::normal, "Attach a VIF"},
  route{"DELETE", "/v1/nodes/{ident}/vifs/{id}", detach_vif, 28, 404, b::normal, "Detach a VIF"},
  route{"GET", "/v1/nodes/{ident}/vendor_passthru/methods", list_vendor_methods, 1, 404, b::normal, "List the vendor methods of a node"},
  route{"POST", "/v1/nodes/{ident}/vendor_passthru", {call_vendor_method, vendor_arguments_body}, 1, 404, b::normal, "Call a vendor method"},
  route{"PUT", "/v1/nodes/{ident}/vendor_passthru", {call_vendor_method, vendor_arguments_body}, 1, 404, b::normal, "Call a vendor method"},
  route{"GET", "/v1/nodes/{ident}/vendor_passthru", {call_vendor_method, vendor_arguments_body}, 1, 404, b::normal, "Call a vendor method"},
  route{"DELETE", "/v1/nodes/{ident}/vendor_passthru", {call_vendor_method, vendor_arguments_body}, 1, 404, b::normal, "Call a vendor method"},
  route{"POST", "/v1/nodes/{ident}/vendor_passthru/heartbeat", {take_old_heartbeat, old_heartbeat_body}, 1, 404, b::normal, "Heartbeat from a ramdisk of an older release", a::ramdisk, "needs agent.allow_tokenless_agents"},
  route{"POST", "/v1/nodes/{ident}/vendor_passthru/{method}", {call_vendor_method_in_path, vendor_arguments_body}, 1, 404, b::normal, "Call a vendor method"},
  route{"GET", "/v1/nodes/{ident}/portgroups", list_portgroups_of_node, 24, 404, b::normal, "List the port groups of a node"},
  route{"GET", "/v1/nodes/{ident}/portgroups/detail", list_portgroups_of_node_in_full, 24, 404, b::normal, "List the port groups of a node in full"},
  route{"GET", "/v1/nodes/{ident}/volume", show_volume_of_node, 32, 404, b::normal, "Links to the volumes of a node"},
  route{"GET", "/v1/nodes/{ident}/volume/connectors", list_volume_connectors_of_node, 32, 404, b::normal, "List the volume connectors of a node"},
  route{"GET", "/v1/nodes/{ident}/volume/targets", list_volume_targets_of_node, 32, 404, b::normal, "List the volume targets of a node"},
  route{"GET", "/v1/nodes/{ident}/allocation", show_allocation_of_node, 52, 404, b::normal, "Show the allocation of a node"},
  route{"DELETE", "/v1/nodes/{ident}/allocation", delete_allocation_of_node, 52, 404, b::normal, "Delete the allocation of a node"},
};

const route volume_route{"GET", "/v1/volume", show_volume, 32, 404, b::normal, "Links to the volume resources"};

const std::vector<route> last_routes{
  route{"GET", "/v1/drivers", list_drivers, 1, 404, b::normal, "List drivers"},
  route{"GET", "/v1/drivers/{name}", show_driver, 1, 404, b::normal, "Show a driver"},
  route{"GET", "/v1/drivers/{name}/properties", show_driver_properties, 1, 404, b::normal, "Show the driver_info properties of a driver"},

  route{"GET", "/v1/drivers/{name}/raid/logical_disk_properties", show_raid_properties, 12, 406, b::normal, "Show the properties of a logical disk"},
  route{"GET", "/v1/drivers/{name}/vendor_passthru/methods", list_driver_vendor_methods, 1, 404, b::normal, "List the vendor methods of a driver"},
  route{"GET", "/v1/drivers/{name}/vendor_passthru", call_driver_vendor_method, 1, 404, b::normal, "Call a vendor method of a driver"},
  route{"PUT", "/v1/drivers/{name}/vendor_passthru", call_driver_vendor_method, 1, 404, b::normal, "Call a vendor method of a driver"},
  route{"DELETE", "/v1/drivers/{name}/vendor_passthru", call_driver_vendor_method, 1, 404, b::normal, "Call a vendor method of a driver"},
  route{"POST", "/v1/drivers/{name}/vendor_passthru", call_driver_vendor_method, 1, 404, b::normal, "Call a vendor method of a driver"},
  route{"POST", "/v1/drivers/{name}/vendor_passthru/lookup", {look_up_by_inventory, old_lookup_body}, 1, 404, b::normal, "Look up the node of a ramdisk of an older release", a::ramdisk, "payload version 2; 400 in Ironic"},
  route{"POST", "/v1/drivers/{name}/vendor_passthru/{method}", call_driver_vendor_method, 1, 404, b::normal, "Call a vendor method of a driver", a::user, "400 for an unknown method; 500 in Ironic"},

  route{"GET", "/v1/conductors", list_conductors, 49, 404, b::normal, "List conductors", a::user, "lists live conductors only; `updated_at` is null"},
  route{"GET", "/v1/conductors/{host}", show_conductor, 49, 404, b::normal, "Show a conductor"},

  route{"GET", "/v1/shards", list_shards, 82, 404, b::normal, "List shards"},
  route{"POST", "/v1/events", {take_external_events, external_events_body}, 54, 404, b::normal, "Receive events from the network service"},

  route{"GET", "/v1/lookup", look_up, 22, 404, b::normal, "Look up the node of a ramdisk", a::ramdisk},
  route{"POST", "/v1/heartbeat", {take_heartbeat, named_heartbeat_body}, 22, 404, b::normal, "Heartbeat from a ramdisk; `node_ident` names the node", a::ramdisk},
  route{"POST", "/v1/heartbeat/{ident}", {take_heartbeat, heartbeat_body}, 22, 404, b::normal, "Heartbeat from a ramdisk", a::ramdisk},
  route{"GET", "/v1/images/{node}/{token}", send_image, 0, 404, b::normal, "Serve an image file to the agent of a deployment", a::ramdisk, "ironbus only"},
  route{"GET", "/v1/boot/{folder}/{file}", send_boot_file, 0, 404, b::normal, "Serve the ramdisk's boot files to a machine", a::ramdisk, "ironbus only"},
  route{"GET", "/grub/{file}", send_grub_file, 0, 404, b::normal, "Serve the same files at the path that GRUB uses", a::ramdisk, "ironbus only"},

  route{"POST", "/v1/continue_inspection", {take_inspection_data, inspection_data_body}, 1, 404, b::inspection, "Receive inspection data from a ramdisk", a::ramdisk, "409 while the inspection still starts; answered when the data is processed and stored"},

  route{"GET", "/v1/why", list_whys, 0, 404, b::normal, "List the nodes that wait, each with its reason and cause", a::user, "ironbus only; same filters as the list of nodes"},
  route{"GET", "/v1/durations", list_durations, 0, 404, b::normal, "Show usual step durations by machine model", a::user, "ironbus only"},
  route{"GET", "/v1/events", list_events, 0, 404, b::normal, "List events", a::user, "ironbus only"},
  route{"GET", "/v1/events/stream", stream_events, 0, 404, b::normal, "Follow the events (Server-Sent Events or WebSocket)", a::user, "ironbus only"},
  route{"GET", "/v1/access", show_access, 0, 404, b::normal, "Show the user of the request and whether it may only read", a::user, "ironbus only; `owner` and `lessee`: which rules are granted on such a node"},
  route{"GET", "/v1/session", show_session, 0, 404, b::normal, "Show the user of the request, and the session of the fleet page", a::own, "ironbus only"},
  route{"POST", "/v1/session", begin_session, 0, 404, b::normal, "Begin a session: credentials in headers for a cookie", a::own, "ironbus only"},
  route{"DELETE", "/v1/session", end_session, 0, 404, b::normal, "End the session", a::own, "ironbus only"},
  route{"GET", "/v1/tokens", list_tokens, 0, 404, b::normal, "List API tokens", a::user, "ironbus only; users see their own tokens, administrators of the system all"},
  route{"POST", "/v1/tokens", {create_token, new_token_body}, 0, 404, b::normal, "Create an API token", a::user, "ironbus only; the answer alone contains the token"},
  route{"GET", "/v1/tokens/{uuid}", show_token, 0, 404, b::normal, "Show an API token", a::user, "ironbus only; never its secret"},
  route{"DELETE", "/v1/tokens/{uuid}", revoke_api_token, 0, 404, b::normal, "Revoke an API token", a::user, "ironbus only; its record is deleted a week after the token's expiry"},
  route{"GET", "/v1/sign_in", show_sign_in, 0, 404, b::normal, "Show the ways to sign in, and what a web page needs for OpenID Connect", a::everyone, "ironbus only"},
  route{"GET", "/ui", show_page, 0, 404, b::normal, "The fleet page", a::everyone, "ironbus only"},
  route{"GET", "/ui/{file}", send_page_file, 0, 404, b::normal, "A file of the fleet page", a::everyone, "ironbus only"},
  route{"GET", "/healthz", show_health, 0, 404, b::normal, "Check that the process runs", a::everyone, "ironbus only"},
  route{"GET", "/readyz", show_readiness, 0, 404, b::normal, "Check that the service can work", a::everyone, "ironbus only"},
  route{"GET", "/metrics", show_metrics, 0, 404, b::normal, "Prometheus metrics", a::user, "ironbus only"},
};
// clang-format on

std::vector<route> all_routes() {
  auto out = first_routes;
  append_routes(out, port_routes());
  append_routes(out, portgroup_routes());
  out.push_back(volume_route);
  append_routes(out, volume_connector_routes());
  append_routes(out, volume_target_routes());
  append_routes(out, chassis_routes());
  append_routes(out, routes_of(deploy_templates));
  append_routes(out, runbook_routes());
  append_routes(out, inspection_rule_routes());
  append_routes(out, allocation_routes());
  append_routes(out, webhook_routes());
  out.insert(out.end(), last_routes.begin(), last_routes.end());
  return out;
}

}  // namespace

std::span<const route> routes() {
  static const std::vector<route> all = all_routes();
  return all;
}

}  // namespace ironbus::http
