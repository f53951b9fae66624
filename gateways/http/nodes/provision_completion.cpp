#include "gateways/http/nodes/provision_completion.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/nodes/cleaning_runbook.hpp"
#include "gateways/http/nodes/step_rules.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/resources/records.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/model/provision_state.hpp"
#include "messages/model/snapshot.hpp"

#include <array>
#include <vector>

namespace ironbus::http {

namespace {

using e = provision_event;

// From this version on a runbook matches a node by its traits; before, by its name alone.
constexpr int runbook_traits_since = 112;

/// Instances request few traits. Further ones get no templates.
constexpr size_t templates_max = 50;

const char* steps_key(provision_event event) {
  return event == e::clean ? "clean_steps" : "service_steps";
}

void copy_runbook(provision_request& asked, const json& attributes) {
  auto& request = asked.what.request;
  request[steps_key(asked.verb->event)] = attributes.at("steps");
  if (attributes.value("disable_ramdisk", false)) request["disable_ramdisk"] = true;
  auto traits = json::array({attributes.at("name")});
  if (asked.what.api_version >= runbook_traits_since) traits = attributes.at("traits");
  request["runbook"] = {{"uuid", attributes.at("uuid")},
                        {"name", attributes.at("name")},
                        {"traits", std::move(traits)}};
}

std::vector<std::string> wanted_templates(const json& attributes) {
  std::vector<std::string> names;
  const auto& info = attributes.at("instance_info");
  const auto traits = info.find("traits");
  if (traits == info.end() || !traits->is_array()) return names;
  for (const auto& x : *traits)
    if (x.is_string() && names.size() < templates_max) names.push_back(x.get<std::string>());
  return names;
}

result<json> describe_templates(const std::vector<listed>& rows) {
  auto out = json::array();
  for (const auto& row : rows) {
    const auto record = decode_record(row.snapshot);
    if (!record) return tl::unexpected(record.error());
    out.push_back(
        {{"name", record->attributes.at("name")}, {"steps", record->attributes.at("steps")}});
  }
  return out;
}

task<> add_templates(const call_ptr& call, const std::string& uuid, json& request) {
  const auto node = co_await read_node(call, uuid);
  auto names = wanted_templates(node.attributes());
  if (names.empty()) co_return;
  query wanted;
  wanted.collection = std::string{deploy_templates.kind().collection};
  wanted.filters.push_back({"name", filter::op::equal, std::move(names)});
  wanted.limit = templates_max;
  wanted.with_snapshot = true;
  const auto rows = co_await list_rows(call, std::move(wanted));
  auto found = co_await describe_templates(rows);
  if (!found.empty()) request["deploy_templates"] = std::move(found);
}

bool is_for_children(const json& step) { return step.value("execute_on_child_nodes", false); }

bool needs_children(const json& request, const char* key) {
  const auto steps = request.find(key);
  return steps != request.end() && std::any_of(steps->begin(), steps->end(), is_for_children);
}

using names = std::vector<std::string>;

/// Writes the children into each child step: all children, or those that the step names.
result<std::monostate> name_children(json& steps, const std::string& parent, const names& all) {
  for (auto& step : steps) {
    if (!is_for_children(step)) continue;
    const auto limit = step.value("limit_child_node_execution", names{});
    for (const auto& one : limit)
      if (std::find(all.begin(), all.end(), one) == all.end())
        return invalid("'limit_child_node_execution' names " + one +
                       ", which is not a child of node " + parent + ".");
    step["child_nodes"] = limit.empty() ? all : limit;
    if (all.empty())
      return invalid("'execute_on_child_nodes' is set, but node " + parent +
                     " has no child nodes.");
  }
  return {};
}

task<> add_children(const call_ptr& call, const std::string& uuid, provision_request& request) {
  const auto* key = steps_key(request.verb->event);
  if (!needs_children(request.what.request, key)) co_return;
  query children;
  children.collection = "nodes";
  children.filters.push_back({"parent_node", filter::op::equal, {uuid}});
  names all;
  const auto rows = co_await list_rows(call, std::move(children));
  for (const auto& row : rows) all.push_back(row.id);
  co_await name_children(request.what.request[key], uuid, all);
  constexpr std::string_view rule = "baremetal:node:set_provision_state";
  for (const auto& step : request.what.request[key]) {
    const auto asked = step.value("child_nodes", names());
    for (const auto& child : asked) co_await require_on_node(call, child, rule_names(1, rule));
  }
}

}  // namespace

task<> complete_provision(const call_ptr& call, const std::string& uuid,
                          provision_request& request) {
  const auto event = request.verb->event;
  auto& fields = request.what.request;
  if (event == e::provide || event == e::undeploy) {
    co_await add_cleaning_runbook(call, uuid, fields);
  } else if (event == e::deploy || event == e::rebuild) {
    co_await add_templates(call, uuid, fields);
  } else if (const auto named = fields.find("runbook"); named != fields.end()) {
    const auto runbook = co_await read_record(runbooks, call, named->get<std::string>());
    co_await require_for_runbook(call, runbook.description);
    copy_runbook(request, runbook.description);
  } else {
    co_await add_children(call, uuid, request);
  }
}

}  // namespace ironbus::http
