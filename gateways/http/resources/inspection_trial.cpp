#include "gateways/http/api/error.hpp"
#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_check.hpp"

// POST /v1/inspection_rules/test: what would rules do?

namespace ironbus::http {

namespace {

result<std::monostate> check_object(const json& body, const char* key) {
  const auto at = body.find(key);
  if (at == body.end() || at->is_object()) return {};
  return invalid("'" + std::string{key} + "' must be an object.");
}

result<std::vector<std::string>> read_texts(const json& body, const char* key) {
  std::vector<std::string> out;
  const auto at = body.find(key);
  if (at == body.end()) return out;
  if (!at->is_array()) return invalid("'" + std::string{key} + "' must be a list.");
  for (const auto& item : *at) {
    if (!item.is_string()) return invalid("'" + std::string{key} + "' must hold strings only.");
    out.push_back(item.get<std::string>());
  }
  return out;
}

/// All but the node, which is still to be read.
result<inspection_trial> read_trial(const json& body) {
  if (auto keys =
          check_keys(body, {"rules", "node", "inventory", "plugin_data", "phases", "hooks"});
      !keys)
    return tl::unexpected(keys.error());
  for (const auto* key : {"inventory", "plugin_data"})
    if (auto ok = check_object(body, key); !ok) return tl::unexpected(ok.error());
  if (const auto node = body.find("node"); node != body.end() && !node->is_string())
    return invalid("'node' must be the UUID or name of a node.");
  if (!body.contains("node") && !body.contains("inventory"))
    return invalid("Missing mandatory parameter: inventory, or a node that has one");
  const auto hooks = body.value("hooks", json(false));
  if (!hooks.is_boolean()) return invalid("'hooks' must be true or false.");
  auto phases = read_texts(body, "phases");
  if (!phases) return tl::unexpected(phases.error());
  inspection_trial out;
  out.inventory = body.value("inventory", json::object());
  out.plugin_data = body.value("plugin_data", json::object());
  if (const auto rules = body.find("rules"); rules != body.end()) out.rules = *rules;
  out.phases = std::move(*phases);
  out.hooks = hooks == true;
  return out;
}

/// What the node's last inspection has found takes the place of what the request leaves out.
task<> take_stored_inventory(const call_ptr& call, inspection_trial& trial, bool with_plugin_data) {
  const auto& uuid = trial.node->attributes.uuid;
  query wanted;
  wanted.collection = "inventory";
  wanted.filters.push_back({"node", filter::op::equal, {uuid}});
  wanted.limit = 1;
  const auto rows = co_await list_rows(call, std::move(wanted));
  if (rows.empty())
    co_await invalid("Node " + uuid + " has no inventory; give one in 'inventory'.");
  auto kept = co_await parse_own_json(rows.front().summary);
  trial.inventory = std::move(kept["inventory"]);
  if (with_plugin_data) trial.plugin_data = std::move(kept["plugin_data"]);
}

}  // namespace

task<> try_inspection_rules(const call_ptr& call) {
  const auto body = co_await call->body_object();
  auto trial = co_await read_trial(body);
  if (const auto ident = body.find("node"); ident != body.end()) {
    const auto found = co_await read_node_text(call, ident->get<std::string>());
    trial.node = co_await decode_snapshot(found.text);
    if (!body.contains("inventory"))
      co_await take_stored_inventory(call, trial, !body.contains("plugin_data"));
  }
  const auto report = co_await call->with.inspection.try_rules(trial);
  call->respond_json(to_text(report));
}

}  // namespace ironbus::http
