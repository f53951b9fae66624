#include "gateways/http/nodes/step_rules.hpp"

#include "messages/base/text.hpp"

#include <array>
#include <deque>

namespace ironbus::http {

namespace {

struct steps_rule {
  const char* key;
  std::string_view rule;  ///< Empty: the rule of the route suffices.
};
constexpr std::array named_steps{
    steps_rule{"clean_steps", "baremetal:node:set_provision_state:clean_steps"},
    steps_rule{"service_steps", "baremetal:node:set_provision_state:service_steps"},
    steps_rule{"deploy_steps", {}},
};

std::string rule_of_step(const json& step) {
  return "baremetal:step:execute:" + member_text(step, "interface") + "." +
         member_text(step, "step");
}

/// The rules that the operator has defined for these steps.
std::deque<std::string> defined_rules(const call& call, const json& steps) {
  std::deque<std::string> out;
  if (!is_limited(call) || !steps.is_array()) return out;
  for (const auto& step : steps)
    if (auto rule = rule_of_step(step); call.rules->has(rule)) out.push_back(std::move(rule));
  return out;
}

task<> require_on_path(const call_ptr& call, const rule_names& rules) {
  if (!rules.empty()) co_await require_on_node(call, call->arguments[0], rules);
}

}  // namespace

task<> require_for_steps(const call_ptr& call, const json& request) {
  rule_names rules;
  std::deque<std::string> single;  // Holds the texts that `rules` refers to.
  for (const auto& named : named_steps) {
    const auto steps = request.find(named.key);
    if (steps == request.end()) continue;
    if (!named.rule.empty()) rules.push_back(named.rule);
    for (auto& rule : defined_rules(*call, *steps)) rules.push_back(single.emplace_back(rule));
  }
  co_await require_on_path(call, rules);
}

task<> require_for_runbook(const call_ptr& call, const json& runbook) {
  rights::subject object;
  const auto owner = member_text(runbook, "owner");
  if (!owner.empty()) object.runbook_owner = owner;
  co_await require(*call, "baremetal:runbook:use", object);
  if (owner.empty() || runbook.value("public", json{}) == true) co_return;
  const auto single = defined_rules(*call, runbook.at("steps"));
  const rule_names rules(single.begin(), single.end());
  co_await require_on_path(call, rules);
}

}  // namespace ironbus::http
