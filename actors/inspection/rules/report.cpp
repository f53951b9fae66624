#include "actors/inspection/rules/report.hpp"

#include "messages/wire/events.hpp"

namespace ironbus::inspection {

namespace {

json report_of_condition(const condition_trace& condition_trace) {
  json turns = json::array();
  for (const auto& turn : condition_trace.turns)
    turns.push_back({{"held", turn.held}, {"arguments", mask_secrets(turn.saw)}});
  return {{"op", condition_trace.op}, {"held", condition_trace.held}, {"turns", std::move(turns)}};
}

json report_of_action(const action_trace& action_trace) {
  json changes = json::array();
  for (const auto& one : action_trace.changes)
    changes.push_back({{"where", one.where}, {"before", one.before}, {"after", one.after}});
  return {{"op", action_trace.op}, {"changes", std::move(changes)}};
}

json report_of_rule(const rule_trace& rule_trace) {
  json conditions = json::array();
  for (const auto& one : rule_trace.conditions) conditions.push_back(report_of_condition(one));
  json actions = json::array();
  for (const auto& one : rule_trace.actions) actions.push_back(report_of_action(one));
  return {{"uuid", rule_trace.uuid},       {"sensitive", rule_trace.sensitive},
          {"applied", rule_trace.applied}, {"conditions", std::move(conditions)},
          {"actions", std::move(actions)}, {"error", rule_trace.error}};
}

}  // namespace

json report_of(const outcome& outcome) {
  json rules = json::array();
  for (const auto& one : outcome.trace) rules.push_back(report_of_rule(one));
  json logs = json::array();
  for (const auto& line : outcome.logs)
    logs.push_back({{"level", line.level}, {"text", line.text}});
  return {{"rules", std::move(rules)},
          {"logs", std::move(logs)},
          {"error", outcome.failed ? json(outcome.failed->message) : json{}}};
}

}  // namespace ironbus::inspection
