#include "gateways/http/resources/object_access.hpp"

#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/resources/records.hpp"
#include "messages/base/uuid.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace ironbus::http {

namespace {

using rights::permission;
using rights::subject;

constexpr std::string_view see_node = "baremetal:node:get";

/// Whether all rules allow the call whatever the object is.
bool all_granted(const call& x, const rule_names& rules) {
  return std::all_of(rules.begin(), rules.end(), [&](std::string_view rule) {
    return permission_of(x, rule, nullptr) == permission::granted;
  });
}

result<std::monostate> require_each(const call& x, const rule_names& rules, const subject& object) {
  for (const auto rule : rules)
    if (auto allowed = require(x, rule, object); !allowed) return allowed;
  return {};
}

std::optional<std::string> text_of(const json& attributes, const char* name) {
  const auto found = attributes.find(name);
  if (found == attributes.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

failure no_such_object(std::string_view title, const std::string& ident) {
  return {error_code::not_found,
          std::string{title} + " " + ident.substr(0, 255) + " could not be found."};
}

/// The policy hides the object. The audit names that; the answer does not.
failure concealed(call& x, failure missing) {
  x.is_concealed = true;
  return missing;
}

/// Notes the access of an object that a check has read. The command to it carries the access, and
/// the object's owner refuses the command if it is another one by then. Two checks of one request
/// must have seen the same.
result<std::monostate> note_access(call& x, const std::string& subject, seen_access seen) {
  const auto [place, is_new] = x.seen.emplace(subject, seen);
  if (!is_new && place->second != seen) return tl::unexpected(access_has_changed(subject));
  return {};
}

result<std::monostate> note_node(call& x, const std::string& uuid, const subject& object) {
  return note_access(x, uuid, {object.node_owner, object.node_lessee});
}

/// The public runbooks are visible to everyone who may read runbooks.
bool is_public(const json& runbook) { return runbook.value("public", json{}) == true; }

}  // namespace

subject subject_of_node(const json& attributes) {
  subject out;
  out.node_owner = text_of(attributes, "owner");
  out.node_lessee = text_of(attributes, "lessee");
  return out;
}

subject subject_of_allocation(const json& attributes) {
  subject out;
  out.allocation_owner = text_of(attributes, "owner");
  return out;
}

task<subject> read_node_subject(const call_ptr& call, std::string ident) {
  const auto node = co_await read_node(call, std::move(ident));
  auto object = subject_of_node(node.attributes());
  co_await note_node(*call, node.uuid, object);
  co_return object;
}

result<std::monostate> require_allocation(call& call, const std::string& uuid,
                                          const json& attributes, const rule_names& rules) {
  const auto object = subject_of_allocation(attributes);
  if (auto noted = note_access(call, record_subject("allocation", uuid), {object.allocation_owner});
      !noted)
    return noted;
  return require_each(call, rules, object);
}

task<> require_on_node(const call_ptr& call, std::string ident, rule_names rules,
                       error_code missing) {
  rules.insert(rules.begin(), see_node);
  if (all_granted(*call, rules)) co_return;
  const auto node = co_await read_node(call, ident, missing);
  const auto object = subject_of_node(node.attributes());
  co_await note_node(*call, node.uuid, object);
  if (!is_allowed(*call, see_node, object))
    co_await tl::unexpected(concealed(*call, no_such_node(ident, missing)));
  co_await require_each(*call, rules, object);
}

task<> require_on_part(const call_ptr& call, const resource& kind, rule_names rules) {
  rules.insert(rules.begin(), see_node);
  if (all_granted(*call, rules)) co_return;
  const auto& ident = call->arguments[0];
  auto missing = no_such_object(kind.title, ident);
  const auto* key = is_uuid(ident) ? ".uuid" : ".name";
  const auto space = std::string(kind.collection) + key;
  const auto node = co_await resolve_existing(call, space, ident, missing);
  const auto object = co_await read_node_subject(call, node);
  if (!is_allowed(*call, see_node, object))
    co_await tl::unexpected(concealed(*call, std::move(missing)));
  co_await require_each(*call, rules, object);
}

task<> require_new_part(const call_ptr& call, std::string_view rule, std::string node) {
  if (permission_of(*call, rule, nullptr) == permission::granted) co_return;
  const auto found = co_await tried(read_node(call, std::move(node)));
  if (!found && found.error().code != error_code::not_found) co_await tl::unexpected(found.error());
  subject object;
  if (found) {
    object = subject_of_node(found->attributes());
    co_await note_node(*call, found->uuid, object);
  }
  co_await require(*call, rule, object);
}

void limit_list(const call& call, query& wanted, std::string_view list_all,
                std::string_view column) {
  if (is_allowed(call, list_all)) return;
  std::vector<std::string> projects{project_of(call)};
  if (wanted.collection == runbooks.kind().collection) projects.emplace_back(all_projects);
  wanted.filters.push_back({std::string{column}, filter::op::equal, std::move(projects)});
}

task<> require_on_allocation(const call_ptr& call, rule_names rules) {
  constexpr std::string_view see = "baremetal:allocation:get";
  rules.insert(rules.begin(), see);
  if (all_granted(*call, rules)) co_return;
  const auto& ident = call->arguments[0];
  const auto found = co_await read_record(allocations, call, ident);
  const auto object = subject_of_allocation(found.description);
  if (!is_allowed(*call, see, object))
    co_await tl::unexpected(concealed(*call, no_such_object(allocations.kind().title, ident)));
  co_await require_allocation(*call, found.uuid, found.description, rules);
}

task<> require_on_runbook(const call_ptr& call, rule_names rules) {
  if (all_granted(*call, rules)) co_return;
  const auto found = co_await read_record(runbooks, call, call->arguments[0]);
  const bool shows = call->matched->method == "GET" && !call->matched->path.ends_with("/traits");
  if (shows && is_public(found.description) && is_allowed(*call, "baremetal:runbook:list"))
    co_return;
  subject object;
  object.runbook_owner = text_of(found.description, "owner");
  const seen_access seen{object.runbook_owner};
  co_await note_access(*call, record_subject(runbooks.type, found.uuid), seen);
  co_await require_each(*call, rules, object);
}

/// A user with an id is compared by id only, so that equal names of others do not matter.
task<> require_on_token(const call_ptr& call, rule_names rules) {
  constexpr std::string_view see = "baremetal:token:get";
  rules.insert(rules.begin(), see);
  if (all_granted(*call, rules)) co_return;
  const auto found = co_await read_record(api_tokens, call, call->arguments[0]);
  subject object;
  object.token_user_id = text_of(found.description, "created_by_id");
  if (!object.token_user_id && call->who.user_id.empty())
    object.token_user_name = text_of(found.description, "created_by");
  if (!is_allowed(*call, see, object))
    co_await tl::unexpected(no_such_object(api_tokens.kind().title, call->arguments[0]));
  co_await require_each(*call, rules, object);
}

}  // namespace ironbus::http
