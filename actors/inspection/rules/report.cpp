#include "actors/inspection/rules/report.hpp"

#include "messages/wire/events.hpp"

namespace ironbus::inspection {

namespace {

json report_of_condition(const condition_trace& x) {
  json turns = json::array();
  for (const auto& turn : x.turns)
    turns.push_back({{"held", turn.held}, {"arguments", mask_secrets(turn.saw)}});
  return {{"op", x.op}, {"held", x.held}, {"turns", std::move(turns)}};
}

json report_of_action(const action_trace& x) {
  json changes = json::array();
  for (const auto& one : x.changes)
    changes.push_back({{"where", one.where}, {"before", one.before}, {"after", one.after}});
  return {{"op", x.op}, {"changes", std::move(changes)}};
}

json report_of_rule(const rule_trace& x) {
  json conditions = json::array();
  for (const auto& one : x.conditions) conditions.push_back(report_of_condition(one));
  json actions = json::array();
  for (const auto& one : x.actions) actions.push_back(report_of_action(one));
  return {{"uuid", x.uuid},
          {"sensitive", x.sensitive},
          {"applied", x.applied},
          {"conditions", std::move(conditions)},
          {"actions", std::move(actions)},
          {"error", x.error}};
}

}  // namespace

json report_of(const outcome& x) {
  json rules = json::array();
  for (const auto& one : x.trace) rules.push_back(report_of_rule(one));
  json logs = json::array();
  for (const auto& line : x.logs) logs.push_back({{"level", line.level}, {"text", line.text}});
  return {{"rules", std::move(rules)},
          {"logs", std::move(logs)},
          {"error", x.failed ? json(x.failed->message) : json{}}};
}

}  // namespace ironbus::inspection
