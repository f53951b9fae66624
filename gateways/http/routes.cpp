#include "gateways/http/routes.hpp"

#include "gateways/http/handlers.hpp"

#include <array>

namespace ironbus::http {

namespace {

using b = body_kind;

// Method, path, handler, since, what older versions get, body limit, summary.
// clang-format off
constexpr std::array table{
  route{"GET", "/", show_root, 1, 404, b::normal, "Versions of the API"},
  route{"GET", "/v1", show_v1, 1, 404, b::normal, "Resources of the API"},

  route{"GET", "/v1/nodes", list_nodes, 1, 404, b::normal, "List nodes"},
  route{"POST", "/v1/nodes", create_one_node, 1, 404, b::normal, "Enrol a node"},
  route{"GET", "/v1/nodes/detail", list_nodes_in_full, 1, 404, b::normal, "List nodes in full"},
  route{"GET", "/v1/nodes/{ident}", show_node, 1, 404, b::normal, "Show a node"},
  route{"PATCH", "/v1/nodes/{ident}", patch_node, 1, 404, b::normal, "Change a node"},
  route{"DELETE", "/v1/nodes/{ident}", delete_one_node, 1, 404, b::normal, "Remove a node"},
  route{"GET", "/v1/nodes/{ident}/states", show_states, 1, 404, b::normal, "Show the states of a node"},
  route{"PUT", "/v1/nodes/{ident}/states/provision", put_provision_state, 1, 404, b::provision, "Move a node through its life"},
  route{"PUT", "/v1/nodes/{ident}/states/power", put_power_state, 1, 404, b::normal, "Change the power of a node"},
  route{"PUT", "/v1/nodes/{ident}/maintenance", put_maintenance, 1, 404, b::normal, "Set maintenance"},
  route{"DELETE", "/v1/nodes/{ident}/maintenance", delete_maintenance, 1, 404, b::normal, "End maintenance"},
  route{"GET", "/v1/nodes/{ident}/validate", validate_node, 1, 404, b::normal, "Check what the node says for each interface"},
  route{"GET", "/v1/nodes/{ident}/why", show_why, 1, 404, b::normal, "What the node waits for, and who can unblock it"},
  route{"GET", "/v1/nodes/{ident}/ports", list_ports_of_node, 1, 404, b::normal, "List the ports of a node"},
  route{"GET", "/v1/nodes/{ident}/ports/detail", list_ports_of_node_in_full, 1, 404, b::normal, "List the ports of a node in full"},
  route{"GET", "/v1/nodes/{ident}/traits", list_traits, 37, 406, b::normal, "List the traits of a node"},
  route{"PUT", "/v1/nodes/{ident}/traits", put_traits, 37, 405, b::normal, "Replace the traits of a node"},
  route{"DELETE", "/v1/nodes/{ident}/traits", delete_traits, 37, 404, b::normal, "Remove the traits of a node"},
  route{"PUT", "/v1/nodes/{ident}/traits/{trait}", put_trait, 37, 405, b::normal, "Add a trait"},
  route{"DELETE", "/v1/nodes/{ident}/traits/{trait}", delete_trait, 37, 404, b::normal, "Remove a trait"},
  route{"GET", "/v1/nodes/{ident}/history", list_history, 78, 404, b::normal, "List what happened to a node"},
  route{"GET", "/v1/nodes/{ident}/history/{uuid}", show_history_entry, 78, 404, b::normal, "Show one event of the history"},
  route{"GET", "/v1/nodes/{ident}/operations", list_operations, 1, 404, b::normal, "Workflows that have ended, with the ledger of their steps"},
  route{"GET", "/v1/nodes/{ident}/inventory", show_inventory, 81, 404, b::normal, "Show what inspection found"},
  route{"GET", "/v1/nodes/{ident}/children", list_children, 83, 404, b::normal, "List the children of a node"},

  route{"GET", "/v1/ports", list_ports, 1, 404, b::normal, "List ports"},
  route{"POST", "/v1/ports", create_one_port, 1, 404, b::normal, "Create a port"},
  route{"GET", "/v1/ports/detail", list_ports_in_full, 1, 404, b::normal, "List ports in full"},
  route{"GET", "/v1/ports/{ident}", show_port, 1, 404, b::normal, "Show a port"},
  route{"PATCH", "/v1/ports/{ident}", patch_port, 1, 404, b::normal, "Change a port"},
  route{"DELETE", "/v1/ports/{ident}", delete_one_port, 1, 404, b::normal, "Remove a port"},

  route{"GET", "/v1/drivers", list_drivers, 1, 404, b::normal, "List drivers"},
  route{"GET", "/v1/drivers/{name}", show_driver, 1, 404, b::normal, "Show a driver"},
  route{"GET", "/v1/drivers/{name}/properties", show_driver_properties, 1, 404, b::normal, "What driver_info may hold"},

  route{"GET", "/v1/conductors", list_conductors, 49, 404, b::normal, "List conductors"},
  route{"GET", "/v1/conductors/{host}", show_conductor, 49, 404, b::normal, "Show a conductor"},

  route{"GET", "/v1/lookup", look_up, 22, 404, b::normal, "A ramdisk finds its node"},
  route{"POST", "/v1/heartbeat/{ident}", take_heartbeat, 22, 404, b::normal, "A ramdisk is alive"},

  route{"GET", "/v1/events/stream", stream_events, 0, 404, b::normal, "Follow the events (Server-Sent Events)"},
  route{"GET", "/healthz", show_health, 0, 404, b::normal, "The process is alive"},
  route{"GET", "/readyz", show_readiness, 0, 404, b::normal, "The service can do its work"},
  route{"GET", "/metrics", show_metrics, 0, 404, b::normal, "Metrics for Prometheus"},
};
// clang-format on

}  // namespace

std::span<const route> routes() { return table; }

}  // namespace ironbus::http
