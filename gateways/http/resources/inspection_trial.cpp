#include "gateways/http/api/error.hpp"
#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_table.hpp"
#include "gateways/http/view/request_body.hpp"
#include "messages/model/snapshot.hpp"

#include <array>

// POST /v1/inspection_rules/test: shows the effect of rules.

namespace ironbus::http {

namespace {

constexpr std::array trial_phases{allowed_text{"early"}, allowed_text{"preprocess"},
                                  allowed_text{"main"}};

constexpr std::array trial_fields{
    body_field{.name = "rules",
               .type = body_type::objects,
               .size_max = 1000,
               .description = "Default: the stored and built-in rules."},
    body_field{.name = "node",
               .type = body_type::text,
               .description = "UUID or name. Its inventory is used unless 'inventory' is given."},
    body_field{.name = "inventory",
               .type = body_type::object,
               .description = "Required unless the node has one."},
    body_field{.name = "plugin_data", .type = body_type::object},
    body_field{.name = "phases",
               .type = body_type::texts,
               .allowed = trial_phases,
               .description = "Default: preprocess and main."},
    body_field{.name = "hooks", .type = body_type::boolean},
};

/// All but the node, which is read later.
inspection_trial read_trial(const json& body) {
  inspection_trial out;
  out.inventory = body.value("inventory", json::object());
  out.plugin_data = body.value("plugin_data", json::object());
  if (const auto rules = body.find("rules"); rules != body.end()) out.rules = *rules;
  out.phases = body.value("phases", std::vector<std::string>{});
  out.hooks = body.value("hooks", false);
  return out;
}

/// Fills in missing parts of the request from the node's last inspection.
task<> take_stored_inventory(const call_ptr& call, inspection_trial& trial, bool with_plugin_data) {
  const auto& uuid = trial.node->attributes.uuid;
  query wanted;
  wanted.collection = "inventory";
  wanted.filters.push_back({"node", filter::op::equal, {uuid}});
  wanted.limit = 1;
  const auto rows = co_await list_rows(call, std::move(wanted));
  if (rows.empty())
    co_await invalid("Node " + uuid + " has no inventory. Give one in 'inventory'.");
  auto kept = co_await parse_own_json(rows.front().summary);
  trial.inventory = std::move(kept["inventory"]);
  if (with_plugin_data) trial.plugin_data = std::move(kept["plugin_data"]);
}

}  // namespace

const body_table rules_trial_body{.name = "RulesTrial", .fields = trial_fields};

task<> try_inspection_rules(const call_ptr& call) {
  const auto body = co_await read_body(*call);
  if (!body.contains("node") && !body.contains("inventory"))
    co_await invalid("Missing mandatory parameter: inventory, or a node that has one");
  auto trial = read_trial(body);
  if (const auto ident = body.find("node"); ident != body.end()) {
    const auto found = co_await read_node_text(call, ident->get<std::string>());
    auto node = co_await decode_snapshot(found.text);
    trial.node = std::make_shared<const node_snapshot>(std::move(node));
    if (!body.contains("inventory"))
      co_await take_stored_inventory(call, trial, !body.contains("plugin_data"));
  }
  const auto report = co_await call->services.inspection.try_rules(trial);
  call->respond_json(to_text(report));
}

}  // namespace ironbus::http
