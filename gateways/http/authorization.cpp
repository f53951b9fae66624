#include "gateways/http/authorization.hpp"

#include "gateways/http/resources/object_access.hpp"
#include "gateways/http/routes/route_rules.hpp"
#include "gateways/http/services/services.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

using rights::permission;

using check = task<> (*)(const call_ptr& call, std::string_view rule);

task<> check_node(const call_ptr& call, std::string_view rule) {
  const auto ident = call->arguments[0];
  return require_on_node(call, ident, rule_names(1, rule));
}

task<> check_named_node(const call_ptr& call, std::string_view rule) {
  static constexpr std::array names{"node", "node_uuid"};
  for (const auto* name : names)
    if (const auto* ident = call->url.parameter(name))
      co_await require_on_node(call, *ident, rule_names(1, rule));
}

/// The owner's administrators may delete a node, too.
task<> check_deleted_node(const call_ptr& call, std::string_view rule) {
  if (permission_of(*call, rule, nullptr) == permission::granted) co_return;
  co_await require_on_node(call, call->arguments[0], rule_names());
  const auto object = co_await read_node_subject(call, call->arguments[0]);
  constexpr std::string_view own = "baremetal:node:delete:self_owned_node";
  const bool may =
      is_allowed(*call, rule, object) ||
      (call->services.options.project_admin_can_manage_own_nodes && is_allowed(*call, own, object));
  if (!may) co_await tl::unexpected(denied(rule));
}

task<> check_new_node_rule(const call_ptr& call, std::string_view rule) {
  constexpr std::string_view own = "baremetal:node:create:self_owned_node";
  const bool may =
      is_allowed(*call, rule) ||
      (call->services.options.project_admin_can_manage_own_nodes && is_allowed(*call, own));
  if (!may) co_await tl::unexpected(denied(rule));
}

/// A reader of a project gets a list of what the project may see.
task<> check_list(const call_ptr& call, std::string_view rule) {
  const auto all = std::string{rule} + "_all";
  const bool may =
      is_allowed(*call, all) || (is_allowed(*call, rule) && !project_of(*call).empty());
  if (!may) co_await tl::unexpected(denied(rule));
}

template <const resource& (*Kind)()>
task<> check_part(const call_ptr& call, std::string_view rule) {
  return require_on_part(call, Kind(), rule_names(1, rule));
}

task<> check_allocation(const call_ptr& call, std::string_view rule) {
  return require_on_allocation(call, rule_names(1, rule));
}

task<> check_runbook(const call_ptr& call, std::string_view rule) {
  return require_on_runbook(call, rule_names(1, rule));
}

task<> check_token_in_path(const call_ptr& call, std::string_view rule) {
  return require_on_token(call, rule_names(1, rule));
}

/// The handler checks it against the node that the body names.
task<> check_later(const call_ptr& /*call*/, std::string_view /*rule*/) { co_return; }

task<> check_plainly(const call_ptr& call, std::string_view rule) { co_await require(*call, rule); }

struct checked_path {
  std::string_view method;  ///< Empty: all.
  std::string_view prefix;
  check how;
};

// The first row that fits counts.
constexpr std::array checked_paths{
    checked_path{"GET", "/v1/nodes/validate", check_named_node},
    checked_path{"DELETE", "/v1/nodes/{ident}$", check_deleted_node},
    checked_path{"GET", "/v1/nodes/{ident}/volume$", check_plainly},
    checked_path{"", "/v1/nodes/{ident}", check_node},
    checked_path{"POST", "/v1/nodes$", check_new_node_rule},
    checked_path{"", "/v1/ports/{ident}", check_part<port_resource>},
    checked_path{"", "/v1/portgroups/{ident}", check_part<portgroup_resource>},
    checked_path{"", "/v1/volume/connectors/{ident}", check_part<volume_connector_resource>},
    checked_path{"", "/v1/volume/targets/{ident}", check_part<volume_target_resource>},
    checked_path{"POST", "/v1/ports$", check_later},
    checked_path{"POST", "/v1/portgroups$", check_later},
    checked_path{"POST", "/v1/volume/connectors$", check_later},
    checked_path{"POST", "/v1/volume/targets$", check_later},
    checked_path{"", "/v1/allocations/{ident}", check_allocation},
    checked_path{"", "/v1/runbooks/{ident}", check_runbook},
    checked_path{"GET", "/v1/tokens$", check_plainly},
    checked_path{"", "/v1/tokens/{uuid}", check_token_in_path},
};

bool fits(const checked_path& row, const route& x) {
  if (!row.method.empty() && row.method != x.method) return false;
  if (row.prefix.ends_with('$')) return x.path == row.prefix.substr(0, row.prefix.size() - 1);
  return x.path.starts_with(row.prefix);
}

check check_of(const route& route, std::string_view rule) {
  const auto* found = std::find_if(checked_paths.begin(), checked_paths.end(),
                                   [&](const auto& row) { return fits(row, route); });
  if (found != checked_paths.end()) return found->how;
  return rule.ends_with(":list") && rule != "baremetal:events:list" ? check_list : check_plainly;
}

}  // namespace

task<> authorize(const call_ptr& call) {
  const auto rule = rule_of(*call->matched);
  if (!is_limited(*call) || rule.empty()) co_return;
  const auto how = check_of(*call->matched, rule);
  co_await how(call, rule);
}

}  // namespace ironbus::http
