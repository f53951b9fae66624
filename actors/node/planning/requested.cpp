#include "actors/node/planning/requested.hpp"

#include "actors/node/tables/workflow_table.hpp"
#include "messages/contract/declaration_check.hpp"
#include "messages/contract/driver_operations.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

int integer_of(const json& document, const char* key) {
  auto found = document.find(key);
  if (found == document.end()) return 0;
  return found->is_string() ? std::stoi(found->get<std::string>()) : found->get<int>();
}

/// Stock clients may send a priority as text.
step_priority priority_of(const json& document) {
  const auto found = document.find("priority");
  if (found != document.end() && found->is_number()) return found->get<step_priority>();
  return integer_of(document, "priority");
}

const step_declaration* find_known(const known_steps& known, const std::string& interface,
                                   const std::string& name) {
  const auto* own = known.ctx.drivers.find(known.x.attributes, interface);
  if (own != nullptr && own->supported)
    if (const auto* declared = own->find_step(name))
      return (declared->phases & known.phase) != 0 ? declared : nullptr;
  for (const auto& x : known.offered)
    if (x.interface == interface && x.declared.name == name) return &x.declared;
  return nullptr;
}

/// Steps that every deployment needs: a request may name them, but neither move nor remove them.
bool is_core(const known_steps& known, const step& x) {
  return known.phase == phase_deploy &&
         driver_operation{x.interface, x.name} == driver_operations::deploy::deploy;
}

/// The children check the step themselves; the gateway has found out which nodes they are.
step resolve_on_children(step out, const json& asked, std::string& errors) {
  out.children = asked.value("child_nodes", std::vector<std::string>{});
  out.abortable = true;  // nothing on this node is interrupted
  if (out.children.empty())
    errors += " step " + out.interface + "." + out.name + ": the node has no child nodes;";
  return out;
}

/// Resolves one requested step.
step resolve(const known_steps& known, const json& asked, std::string& errors) {
  step out;
  out.interface = asked.value("interface", std::string{reserved_step_interface});
  out.name = asked.value("step", "");
  out.args = asked.value("args", json::object());
  out.priority = priority_of(asked);
  const auto full = out.interface + "." + out.name;
  if (asked.value("execute_on_child_nodes", false)) return resolve_on_children(out, asked, errors);
  if (is_reserved_step(out.name)) {
    out.abortable = true;
    return out;
  }
  const auto* declared = find_known(known, out.interface, out.name);
  if (declared == nullptr) {
    out.in_agent = known.agent_expected;
    if (!out.in_agent) errors += " node does not support step " + full + ";";
    return out;
  }
  if (is_core(known, out) && out.priority != declared->priority)
    errors += " step " + full + " is part of every deployment; its priority must stay " +
              to_string(declared->priority) + ";";
  if (auto wrong = wrong_arguments(*declared, out.args); !wrong.empty())
    errors += " step " + full + ":" + wrong;
  auto merged = to_step(out.interface, *declared, out.priority, step_role::work);
  merged.args = std::move(out.args);
  return merged;
}

/// Lists like those of runbooks have `order`; others keep the order of the list.
std::vector<json> in_request_order(const json& steps) {
  std::vector<json> out(steps.begin(), steps.end());
  std::stable_sort(out.begin(), out.end(), [](const json& a, const json& b) {
    return integer_of(a, "order") < integer_of(b, "order");
  });
  return out;
}

/// Steps of deploy templates come first, so that the request's own steps replace them.
std::vector<json> asked_for(const operation& op) {
  std::vector<json> out;
  if (const auto books = op.request.find("deploy_templates"); books != op.request.end())
    for (const auto& book : *books)
      out.insert(out.end(), book.at("steps").begin(), book.at("steps").end());
  const auto* key = info(op.kind).steps_key;
  if (key == nullptr || !op.request.contains(key)) return out;
  auto own = in_request_order(op.request[key]);
  out.insert(out.end(), std::make_move_iterator(own.begin()), std::make_move_iterator(own.end()));
  return out;
}

}  // namespace

std::vector<step> requested_steps(const known_steps& known, const operation& op,
                                  std::string& errors) {
  std::vector<step> out;
  for (const auto& item : asked_for(op)) out.push_back(resolve(known, item, errors));
  return out;
}

}  // namespace ironbus
