#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/resources/object_access.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/list_query.hpp"
#include "messages/base/secrets.hpp"
#include "messages/contract/traits.hpp"
#include "messages/model/agent_steps.hpp"
#include "messages/model/instance_interfaces.hpp"
#include "messages/model/snapshot.hpp"

#include <array>

namespace ironbus::http {

namespace {

// The kinds that clients validate; `vendor` has no validation.
constexpr std::array<std::string_view, 12> validated_kinds{
    "boot",    "deploy",   "management", "network", "power",  "bios",
    "console", "firmware", "inspect",    "raid",    "rescue", "storage",
};

/// The interface's objection to the node. For `deploy` also checks the traits that the instance
/// requires.
std::optional<failure> validation_error(const driver_catalog& catalog, const node_snapshot& node,
                                        std::string_view kind) {
  if (auto refused = catalog.validate(node, kind)) return refused;
  if (kind != "deploy") return std::nullopt;
  auto fits = check_wanted_traits(node.attributes.instance_info, node.traits);
  if (fits) return std::nullopt;
  return std::move(fits.error());
}

json validation(const driver_catalog& catalog, const node_snapshot& node, std::string_view kind) {
  const auto refused = validation_error(catalog, node, kind);
  if (!refused) return {{"result", true}};
  const auto* implementation = catalog.find(node.attributes, kind);
  // A "no-…" interface rejects the node. A kind that the hardware type lacks gets null.
  return {{"result", implementation != nullptr ? json(false) : json(nullptr)},
          {"reason", refused->message}};
}

/// Chooses the instance's interfaces for a node without an instance, so that validation uses them.
std::optional<failure> add_instance_interfaces(const driver_catalog& catalog, node& node) {
  if (node.driver_internal_info.may_contain(instance_interfaces_key)) return std::nullopt;
  auto chosen = choose_instance_interfaces(catalog, node);
  if (!chosen) return std::move(chosen.error());
  note_instance_interfaces(node, std::move(*chosen));
  return std::nullopt;
}

query rows_of(std::string_view collection, std::string_view column, const std::string& value) {
  query out;
  out.collection = collection;
  out.filters.push_back({std::string{column}, filter::op::equal, {value}});
  return out;
}

task<> list_history_as(const call_ptr& call, bool full) {
  auto wanted = co_await read_list(*call, history_resource(), no_filters, full);
  const auto node = co_await read_node_text(call, call->arguments[0]);
  wanted.wanted.filters.push_back({"node", filter::op::equal, {node.uuid}});
  wanted.links_path = "nodes/" + node.uuid + "/history";
  wanted.path = "/v1/" + wanted.links_path + (full ? "/detail" : "");
  co_await answer_list(call, history_resource(), std::move(wanted));
}

/// Masks secrets that earlier releases may have stored in our own documents.
result<std::string> masked_text(const std::string& text) {
  auto document = parse_own_json(text);
  if (!document) return tl::unexpected(document.error());
  return to_text(mask_secrets(std::move(*document)));
}

}  // namespace

task<> validate_node(const call_ptr& call) {
  const auto found = co_await read_node_text(call, call->arguments[0]);
  auto node = co_await decode_snapshot(found.text);
  auto wrong = add_instance_interfaces(call->services.catalog, node.attributes);
  json out = json::object();
  for (auto kind : validated_kinds)
    out[std::string{kind}] = validation(call->services.catalog, node, kind);
  if (wrong) out["deploy"] = {{"result", false}, {"reason", std::move(wrong->message)}};
  call->respond_json(to_text(out));
}

task<> validate_named_node(const call_ptr& call) {
  const auto* by_uuid = call->url.parameter("node_uuid");
  const auto* ident = by_uuid != nullptr ? by_uuid : call->url.parameter("node");
  if (ident == nullptr) co_await fail(error_code::invalid, "Missing mandatory parameter: node");
  call->arguments.assign(1, *ident);
  co_await validate_node(call);
}

task<> list_cleaning_steps(const call_ptr& call) {
  const auto found = co_await read_node_text(call, call->arguments[0]);
  const auto node = co_await decode_snapshot(found.text);
  const auto& overrides = call->services.policy.clean_step_priority_override;
  auto steps = declared_steps(call->services.catalog, node.attributes, phase_clean, overrides);
  for (auto& one : automatic_agent_steps(
           call->services.catalog, node.attributes, phase_clean,
           with_defaults(overrides, call->services.policy.agent_clean_priorities)))
    steps.push_back(std::move(one));
  sort_by_priority(steps);
  auto out = json::array();
  for (const auto& one : steps)
    out.push_back({{"step", one.name}, {"priority", one.priority}, {"interface", one.interface}});
  call->respond_json(to_text(out));
}

task<> show_inventory(const call_ptr& call) {
  const auto node = co_await read_node_text(call, call->arguments[0]);
  auto wanted = rows_of("inventory", "node", node.uuid);
  wanted.limit = 1;
  const auto rows = co_await list_rows(call, std::move(wanted));
  if (rows.empty())
    co_await fail(error_code::not_found, "Node " + node.uuid + " has no inventory.");
  auto text = co_await masked_text(rows.front().summary);
  call->respond_json(std::move(text));
}

task<> list_history(const call_ptr& x) { return list_history_as(x, false); }

task<> list_history_in_full(const call_ptr& x) { return list_history_as(x, true); }

task<> show_history_entry(const call_ptr& call) {
  const auto& id = call->arguments[1];
  const auto node = co_await read_node_text(call, call->arguments[0]);
  const auto rows = co_await list_rows(call, rows_of("history", "node", node.uuid));
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const auto& one) { return one.id == id; });
  if (row == rows.end())
    co_await fail(error_code::not_found,
                  "History event " + id.substr(0, 64) + " could not be found.");
  const auto base = call->base();
  const auto path = "nodes/" + node.uuid + "/history";
  const view_context context{call->version, base, path};
  std::string out;
  append_object(out, select_full(history_resource(), call->version),
                text_reader{}.read_fields(row->summary), context);
  call->respond_json(std::move(out));
}

namespace {

/// All rows of a node unchanged, oldest first: {"COLLECTION": […]}.
task<> list_node_rows(const call_ptr& call, std::string collection) {
  const auto node = co_await read_node_text(call, call->arguments[0]);
  const auto rows = co_await list_rows(call, rows_of(collection, "node", node.uuid));
  auto out = "{\"" + collection + "\":[";
  for (const auto& row : rows) {
    if (&row != &rows.front()) out += ',';
    out += row.summary;
  }
  auto text = co_await masked_text(out + "]}");
  call->respond_json(std::move(text));
}

}  // namespace

task<> list_operations(const call_ptr& x) { return list_node_rows(x, "operations"); }

task<> list_certificates(const call_ptr& x) { return list_node_rows(x, "certificates"); }

task<> list_children(const call_ptr& call) {
  const auto node = co_await read_node_text(call, call->arguments[0]);
  auto wanted = rows_of("nodes", "parent_node", node.uuid);
  limit_list(*call, wanted, "baremetal:node:list_all");
  const auto rows = co_await list_rows(call, std::move(wanted));
  json children = json::array();
  for (const auto& row : rows) children.push_back(row.id);
  const auto href = call->base() + "/v1/nodes?parent_node=" + node.uuid;
  call->respond_json(
      to_text({{"children", children}, {"links", {{"href", href}, {"rel", "children"}}}}));
}

}  // namespace ironbus::http
