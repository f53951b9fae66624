#include "gateways/http/api/error.hpp"
#include "gateways/http/api/user_limits.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/nodes/node_past.hpp"
#include "gateways/http/nodes/node_rules.hpp"
#include "gateways/http/nodes/patch_rules.hpp"
#include "gateways/http/resources/chassis.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/resources/object_access.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_check.hpp"
#include "gateways/http/view/hidden_fields.hpp"
#include "gateways/http/view/list_query.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/field.hpp"

namespace ironbus::http {

namespace {

/// Hides nodes with a parent unless the request asks for them.
result<std::monostate> hide_children(const call& call, list_request& wanted) {
  bool shown = false;
  if (const auto* value = call.url.parameter("include_children")) {
    auto yes = read_boolean("include_children", *value);
    if (!yes) return tl::unexpected(yes.error());
    shown = *yes;
  }
  if (!shown) wanted.wanted.filters.push_back({"parent_node", filter::op::absent, {}});
  return {};
}

task<> list_all(const call_ptr& call, bool full) {
  auto wanted = co_await read_list(*call, node_resource(), filters_of("nodes"), full);
  limit_list(*call, wanted.wanted, "baremetal:node:list_all");
  if (const auto* parent = call->url.parameter("parent_node")) {
    const auto uuid = co_await resolve_node(call, *parent);
    wanted.wanted.filters.push_back({"parent_node", filter::op::equal, {uuid}});
  } else {
    co_await hide_children(*call, wanted);
  }
  co_await answer_list(call, node_resource(), std::move(wanted));
}

std::string text_of_node(const call& call, const selection& shown, const json& snapshot) {
  const auto base = call.base();
  std::string out;
  out.reserve(4096);
  const hidden_fields hidden{call, node_resource()};
  append_object(out, shown, shown_document{snapshot.at(attributes_key), &snapshot},
                {call.version, base, "nodes", false, false, &hidden});
  return out;
}

/// Answers with the full node from a snapshot that a conductor returned.
void respond_node(call& call, unsigned status, const std::string& snapshot_text) {
  const auto snapshot = parse_own_json(snapshot_text);
  if (!snapshot) return call.refuse(snapshot.error());
  response out;
  out.status = status;
  out.body = text_of_node(call, select_full(node_resource(), call.version), *snapshot);
  if (status == 201)
    out.headers.emplace_back(
        "Location",
        call.base() + "/v1/nodes/" + snapshot->at(attributes_key).at("uuid").get<std::string>());
  call.respond(std::move(out));
}

/// The UUID of a parent node. The request is invalid if it does not exist.
task<std::string> resolve_parent(const call_ptr& call, const std::string& ident) {
  failure missing{error_code::invalid,
                  "Invalid value for 'parent_node': node " + ident + " could not be found."};
  if (is_uuid(ident)) {
    const auto found = co_await tried(load_aggregate(call, "node", ident));
    if (!found) co_return tl::unexpected(std::move(missing));
    co_return found->id;
  }
  const auto uuid = co_await tried(resolve_key(call, "nodes.name", ident));
  if (!uuid) co_return tl::unexpected(std::move(missing));
  co_return uuid;
}

/// A node of a project's user belongs to the project, unless the user may enrol any node.
result<std::monostate> take_owner(const call& call, json& fields) {
  if (is_allowed(call, "baremetal:node:create") || project_of(call).empty()) return {};
  const auto owner = fields.value("owner", json{});
  if (!owner.is_null() && owner != project_of(call))
    return fail(error_code::invalid,
                "Invalid value for 'owner'; allowed is the project of the request, '" +
                    project_of(call) + "'.");
  fields["owner"] = project_of(call);
  return {};
}

/// The value that a patch sets a field to. Null if it removes the field or leaves it unchanged.
json value_set(const std::vector<patch_operation>& patch, std::string_view path) {
  json out;
  for (const auto& op : patch)
    if (op.path == path) out = op.op == "remove" ? json{} : op.value;
  return out;
}

/// The project that a patch gives the node to; empty: none.
std::string new_owner(const std::vector<patch_operation>& patch) {
  const auto value = value_set(patch, "/owner");
  return value.is_string() ? value.get<std::string>() : std::string{};
}

result<bool> wants_reset(const call& call, const std::vector<patch_operation>& patch) {
  static constexpr int since = 45;
  const auto* value = call.url.parameter("reset_interfaces");
  if (value == nullptr) return false;
  if (call.version < since)
    return fail(error_code::not_acceptable, "'reset_interfaces' needs API version 1.45.");
  auto wanted = read_boolean("reset_interfaces", *value);
  const bool driver_changes =
      std::any_of(patch.begin(), patch.end(), [](const auto& op) { return op.path == "/driver"; });
  if (wanted && *wanted && !driver_changes)
    return fail(error_code::invalid,
                "'reset_interfaces' is allowed only together with a change of /driver.");
  return wanted;
}

}  // namespace

task<> list_nodes(const call_ptr& x) { return list_all(x, false); }

task<> list_nodes_in_full(const call_ptr& x) { return list_all(x, true); }

task<> show_node(const call_ptr& call) {
  const auto shown = co_await read_fields(*call, node_resource(), "at");
  if (call->url.parameter("at") != nullptr) {
    const auto moment = co_await read_moment(*call, "at");
    const auto past = co_await read_past_node(call, call->arguments[0], moment);
    if (past.gone) co_return call->respond(error_response(410, *past.gone));
    co_return call->respond_json(text_of_node(*call, shown, past.snapshot));
  }
  const auto node = co_await read_node(call, call->arguments[0]);
  call->respond_json(text_of_node(*call, shown, node.snapshot));
}

task<> create_one_node(const call_ptr& call) {
  auto body = co_await call->body_object();
  auto fields = co_await check_create(node_resource(), std::move(body), call->version);
  const node_rules rules{call->services.catalog, call->services.networks};
  co_await check_new_node(fields, rules, call->version);
  co_await take_owner(*call, fields);
  if (!fields.contains("uuid")) fields.emplace("uuid", random_uuid());
  co_await check_chassis(call, fields.value("chassis_uuid", json()));
  const auto parent = fields.value("parent_node", json());
  if (parent.is_string()) {
    co_await require_on_node(call, parent.get<std::string>(), rule_names(), error_code::invalid);
    auto parent_uuid = co_await resolve_parent(call, parent.get<std::string>());
    fields["parent_node"] = std::move(parent_uuid);
  }
  auto owner = member_text(fields, "owner");
  const bool may_own = co_await may_own_more(call, "nodes", std::move(owner));
  if (!may_own) co_return;
  const auto uuid = fields.at("uuid").get<std::string>();
  create_node what{std::move(fields), call->version};
  const auto answer = co_await ask_node(call, std::move(what), uuid);
  respond_node(*call, 201, answer);
}

task<> patch_node(const call_ptr& call) {
  const auto body = co_await call->body_json();
  auto patch = co_await check_patch(node_resource(), body, call->version);
  const node_rules rules{call->services.catalog, call->services.networks};
  co_await check_node_patch(patch, rules, call->version);
  const bool reset = co_await wants_reset(*call, patch);
  co_await require_on_node(call, call->arguments[0], rules_of_patch(patch));
  update_node what{std::move(patch), reset, call->version};
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await check_chassis(call, value_set(what.patch, "/chassis_uuid"));
  auto owner = new_owner(what.patch);
  const bool may_own = co_await may_own_more(call, "nodes", std::move(owner));
  if (!may_own) co_return;
  const auto answer = co_await ask_node(call, std::move(what), uuid);
  respond_node(*call, 200, answer);
}

task<> delete_one_node(const call_ptr& call) {
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_node(call, delete_node(), uuid);
  call->respond_empty(204);
}

}  // namespace ironbus::http
