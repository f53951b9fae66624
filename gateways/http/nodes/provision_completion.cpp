#include "gateways/http/nodes/provision_completion.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/nodes/cleaning_runbook.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/resources/records.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/model/provision_state.hpp"

#include <array>
#include <vector>

namespace ironbus::http {

namespace {

using e = provision_event;

// From this version on a runbook fits a node by its traits, before by its name alone.
constexpr int runbook_traits_since = 112;

const record_api runbooks{"runbook", true};
const record_api templates{"deploy_template", true};

/// Instances ask for few traits; whoever asks for more gets no templates for the rest.
constexpr size_t templates_max = 50;

void copy_runbook(set_provision_state& what, const json& about) {
  auto& request = what.request;
  const bool cleans = find_verb(what.target)->event == e::clean;
  request[cleans ? "clean_steps" : "service_steps"] = about.at("steps");
  if (about.value("disable_ramdisk", false)) request["disable_ramdisk"] = true;
  auto traits = json::array({about.at("name")});
  if (what.api_version >= runbook_traits_since) traits = about.at("traits");
  request["runbook"] = {
      {"uuid", about.at("uuid")}, {"name", about.at("name")}, {"traits", std::move(traits)}};
}

std::vector<std::string> wanted_templates(const json& about) {
  std::vector<std::string> names;
  const auto& info = about.at("instance_info");
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
    out.push_back({{"name", record->about.at("name")}, {"steps", record->about.at("steps")}});
  }
  return out;
}

void with_templates(const call_ptr& x, std::vector<std::string> names,
                    std::function<void(json templates)> go_on) {
  query wanted;
  wanted.collection = std::string{templates.of().collection};
  wanted.filters.push_back({"name", filter::op::equal, std::move(names)});
  wanted.limit = templates_max;
  wanted.with_snapshot = true;
  x->with.records.list(
      wanted, x->then<std::vector<listed>>([x, go_on = std::move(go_on)](const auto& rows) {
        auto found = describe_templates(rows);
        if (!found) return x->refuse(found.error());
        go_on(std::move(*found));
      }));
}

void add_templates(const call_ptr& x, set_provision_state what, with_provision go_on) {
  with_node(x, x->arguments[0],
            [x, what = std::move(what), go_on = std::move(go_on)](const std::string&,
                                                                  const json& snapshot) mutable {
              auto names = wanted_templates(snapshot.at("about"));
              if (names.empty()) return go_on(std::move(what));
              with_templates(x, std::move(names), [what, go_on](json found) mutable {
                if (!found.empty()) what.request["deploy_templates"] = std::move(found);
                go_on(std::move(what));
              });
            });
}

const char* steps_key(const set_provision_state& what) {
  return find_verb(what.target)->event == e::clean ? "clean_steps" : "service_steps";
}

bool is_for_children(const json& step) { return step.value("execute_on_child_nodes", false); }

bool needs_children(const set_provision_state& what) {
  const auto steps = what.request.find(steps_key(what));
  return steps != what.request.end() && std::any_of(steps->begin(), steps->end(), is_for_children);
}

using names = std::vector<std::string>;

/// Writes into each step for children which ones they are: all, or those that it names.
result<std::monostate> name_children(json& steps, const std::string& parent, const names& all) {
  for (auto& step : steps) {
    if (!is_for_children(step)) continue;
    const auto limit = step.value("limit_child_node_execution", names{});
    for (const auto& one : limit)
      if (std::find(all.begin(), all.end(), one) == all.end())
        return invalid("'limit_child_node_execution' names " + one +
                       ", which is no child of node " + parent + ".");
    step["child_nodes"] = limit.empty() ? all : limit;
    if (all.empty())
      return invalid("'execute_on_child_nodes' is set, and node " + parent +
                     " has no child nodes.");
  }
  return {};
}

void add_children(const call_ptr& x, set_provision_state what, with_provision go_on) {
  if (!needs_children(what)) return go_on(std::move(what));
  with_node_uuid(
      x, x->arguments[0],
      [x, what = std::move(what), go_on = std::move(go_on)](const std::string& uuid) mutable {
        query children;
        children.collection = "nodes";
        children.filters.push_back({"parent_node", filter::op::equal, {uuid}});
        auto found = [x, uuid, what = std::move(what),
                      go_on = std::move(go_on)](const std::vector<listed>& rows) mutable {
          names all;
          for (const auto& row : rows) all.push_back(row.id);
          auto named = name_children(what.request[steps_key(what)], uuid, all);
          if (!named) return x->refuse(named.error());
          go_on(std::move(what));
        };
        x->with.records.list(std::move(children), x->then<std::vector<listed>>(std::move(found)));
      });
}

}  // namespace

void complete_provision(const call_ptr& x, set_provision_state what, with_provision go_on) {
  const auto event = find_verb(what.target)->event;
  if (event == e::provide || event == e::undeploy)
    return add_cleaning_runbook(x, std::move(what), std::move(go_on));
  if (event == e::deploy || event == e::rebuild)
    return add_templates(x, std::move(what), std::move(go_on));
  const auto named = what.request.find("runbook");
  if (named == what.request.end()) return add_children(x, std::move(what), std::move(go_on));
  const auto ident = named->get<std::string>();
  with_record(runbooks, x, ident,
              [what = std::move(what), go_on = std::move(go_on)](const std::string&,
                                                                 const json& about) mutable {
                copy_runbook(what, about);
                go_on(std::move(what));
              });
}

}  // namespace ironbus::http
