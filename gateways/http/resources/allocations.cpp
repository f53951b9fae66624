#include "gateways/http/api/error.hpp"
#include "gateways/http/api/user_limits.hpp"
#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/resources/object_access.hpp"
#include "gateways/http/resources/records.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

constexpr int backfill_since = 58;

// -- create ---------------------------------------------------------------------------------------

/// Resolves the named nodes to UUIDs.
task<json> read_candidates(const call_ptr& call, const json& idents) {
  json uuids = json::array();
  for (const auto& ident : idents) {
    if (!ident.is_string()) co_await invalid("'candidate_nodes' must be a list of strings.");
    co_await require_on_node(call, ident.get<std::string>(), rule_names(), error_code::invalid);
    const auto node = co_await read_node_text(call, ident.get<std::string>(), error_code::invalid);
    uuids.push_back(node.uuid);
  }
  co_return uuids;
}

/// Creates an allocation for a node that already has an instance. Answers after the node has
/// confirmed it.
task<> create_backfill(const call_ptr& call, json body, const std::string& ident) {
  co_await require_on_node(call, ident, rule_names(), error_code::invalid);
  const auto node = co_await read_node(call, ident, error_code::invalid);
  const auto& instance = node.attributes().at("instance_uuid");
  if (!body.contains("uuid") && instance.is_string()) body["uuid"] = instance;
  auto fields = co_await check_new_record(allocations, *call, std::move(body));
  fields["node"] = node.uuid;
  co_await create_checked_record(allocations, call, std::move(fields));
}

task<> create_searching(const call_ptr& call, json body) {
  if (body.value("resource_class", json()).is_null())
    co_await invalid("Missing mandatory parameter: resource_class");
  auto fields = co_await check_new_record(allocations, *call, std::move(body));
  auto uuids = co_await read_candidates(call, fields.value("candidate_nodes", json::array()));
  fields["candidate_nodes"] = std::move(uuids);
  co_await create_checked_record(allocations, call, std::move(fields));
}

/// Removes the node to record from the body. Empty if there is none.
result<std::string> take_node(json& body, int version) {
  const auto node = body.find("node");
  if (node == body.end()) return std::string{};
  if (version < backfill_since)
    return fail(error_code::not_acceptable, "'node' needs API version 1.58.");
  if (!node->is_string()) return invalid("Invalid value for 'node'; it must be a UUID or a name.");
  if (body.contains("candidate_nodes"))
    return invalid("'node' and 'candidate_nodes' cannot be given together.");
  auto out = node->get<std::string>();
  body.erase("node");
  return out;
}

/// An allocation belongs to the project of its creator, unless they may choose another owner.
result<std::monostate> take_allocation_owner(const call& call, json& body) {
  const auto& project = project_of(call);
  if (project.empty()) return {};
  const auto owner = body.value("owner", json{});
  if (owner.is_null())
    body["owner"] = project;
  else if (owner != project)
    return require(call, "baremetal:allocation:create_restricted");
  return {};
}

result<std::monostate> check_allocation_name(const json& body, int version) {
  const auto name = body.find("name");
  if (name == body.end() || !name->is_string()) return {};
  return check_node_name(name->get<std::string>(), version);
}

// -- delete ---------------------------------------------------------------------------------------

/// Asks the node first, because it may be in use. Answers after the node has released the
/// allocation.
task<> end_allocation(const call_ptr& call, const std::string& uuid) {
  const auto done =
      co_await tried(ask_record(call, delete_record(), record_subject("allocation", uuid)));
  const bool gone = done || done.error().code == error_code::not_found;
  if (!gone) co_await tl::unexpected(done.error());
  call->respond_empty(204);
}

/// `missing`: the error if the node of the path does not exist.
task<found_record> read_allocation_of_node(const call_ptr& call, error_code missing) {
  const auto node = co_await read_node(call, call->arguments[0], missing);
  const auto uuid = node.attributes().value("allocation_uuid", json());
  if (!uuid.is_string())
    co_return fail(error_code::not_found, "Node " + node.uuid + " has no allocation.");
  co_return co_await read_record(allocations, call, uuid.get<std::string>());
}

/// A project may ask for its own allocations only.
result<std::monostate> check_asked_owner(const call& call) {
  constexpr std::string_view list_all = "baremetal:allocation:list_all";
  const auto* owner = call.url.parameter("owner");
  if (owner == nullptr || *owner == project_of(call)) return {};
  return require(call, list_all);
}

task<> list_allocations(const call_ptr& call) {
  co_await check_asked_owner(*call);
  auto wanted = co_await read_list(*call, allocations.kind(), filters_of("allocations"), false);
  limit_list(*call, wanted.wanted, "baremetal:allocation:list_all", "owner");
  if (const auto* ident = call->url.parameter("node")) {
    co_await require_on_node(call, *ident, rule_names());
    const auto node = co_await read_node_text(call, *ident, error_code::invalid);
    wanted.wanted.filters.push_back({"node_uuid", filter::op::equal, {node.uuid}});
  }
  co_await answer_list(call, allocations.kind(), std::move(wanted));
}

task<> create_allocation(const call_ptr& call) {
  auto body = co_await call->body_object();
  const auto node = co_await take_node(body, call->version);
  co_await check_allocation_name(body, call->version);
  co_await take_allocation_owner(*call, body);
  auto owner = member_text(body, "owner");
  const bool may_own = co_await may_own_more(call, "allocations", std::move(owner));
  if (!may_own) co_return;
  if (node.empty())
    co_await create_searching(call, std::move(body));
  else
    co_await create_backfill(call, std::move(body), node);
}

task<> delete_allocation(const call_ptr& x) {
  const auto found = co_await read_record(allocations, x, x->arguments[0]);
  co_await end_allocation(x, found.uuid);
}

}  // namespace

task<> show_allocation_of_node(const call_ptr& call) {
  const auto shown = co_await read_fields(*call, allocations.kind());
  const auto found = co_await read_allocation_of_node(call, error_code::invalid);
  co_await require(*call, "baremetal:allocation:get", subject_of_allocation(found.description));
  respond_record(allocations, *call, 200, found.description, shown);
}

task<> delete_allocation_of_node(const call_ptr& call) {
  const auto found = co_await read_allocation_of_node(call, error_code::not_found);
  static constexpr std::array rules{"baremetal:allocation:get", "baremetal:allocation:delete"};
  const auto object = subject_of_allocation(found.description);
  for (const auto* rule : rules) co_await require(*call, rule, object);
  co_await end_allocation(call, found.uuid);
}

collection_routes allocation_routes() {
  auto out = routes_of(allocations);
  out.list.answers = list_allocations;
  out.create.answers = create_allocation;
  out.create.summary = "Create an allocation";
  out.change.since = 57;
  out.remove.answers = delete_allocation;
  out.remove.summary = "Delete an allocation";
  return out;
}

}  // namespace ironbus::http
