#include "ops/ironbusd/commands/rules_command.hpp"

#include "actors/inspection/rules/built_in.hpp"
#include "gateways/cli/printable.hpp"
#include "messages/base/text.hpp"
#include "ops/ironbusd/commands/trial_files.hpp"
#include "ops/ironbusd/fleet_view/members.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"
#include "ops/ironbusd/roles/inspection_role.hpp"

#include <iostream>
#include <map>

namespace ironbus::daemon {

namespace {

using fleet_view::member_flag;
using fleet_view::member_list;
using fleet_view::member_value;

constexpr size_t value_bytes_max = 200;

int end_trial(exit_code code, const std::string& why) {
  std::cerr << "ironbus rules test: " << cli::printable(why) << std::endl;
  return code;
}

std::string short_value(const json& value) {
  auto out = to_text(value);
  if (out.size() > value_bytes_max) out = out.substr(0, value_bytes_max) + "..";
  return out;
}

std::string condition_lines(const json& condition) {
  std::string out;
  for (const auto& turn : member_list(condition, "turns"))
    out += "    " + std::string{member_flag(turn, "held") ? "holds" : "fails"} + "  " +
           member_text(condition, "op") + " " + short_value(member_value(turn, "arguments")) + "\n";
  return out;
}

std::string action_lines(const json& action) {
  const auto& changes = member_list(action, "changes");
  auto out = "    does   " + member_text(action, "op") + (changes.empty() ? ": no change\n" : "\n");
  for (const auto& change : changes)
    out += "           " + member_text(change, "where") + ": " +
           short_value(member_value(change, "before")) + " -> " +
           short_value(member_value(change, "after")) + "\n";
  return out;
}

std::string rule_lines(const json& rule) {
  auto name = member_text(rule, "description");
  if (name.empty()) name = member_text(rule, "uuid");
  const auto error = member_text(rule, "error");
  const bool applied = member_flag(rule, "applied");
  auto out = "  rule " + name + ": " + (applied ? "applied" : "not applied") + "\n";
  if (member_flag(rule, "sensitive"))
    out += "    the rule is sensitive: its conditions and actions are not shown\n";
  for (const auto& condition : member_list(rule, "conditions")) out += condition_lines(condition);
  for (const auto& action : member_list(rule, "actions")) out += action_lines(action);
  if (!error.empty()) out += "    error: " + error + "\n";
  return out;
}

std::string phase_lines(const json& phase) {
  auto out = "Phase " + member_text(phase, "phase") + "\n";
  if (member_list(phase, "rules").empty()) out += "  no rules in this phase\n";
  for (const auto& rule : member_list(phase, "rules")) out += rule_lines(rule);
  for (const auto& line : member_list(phase, "logs"))
    out += "  log " + member_text(line, "level") + ": " + member_text(line, "text") + "\n";
  return out;
}

/// The descriptions by UUID of the rule. A rule without a UUID has that of its index.
std::map<std::string, json> descriptions_of(const json& rules) {
  std::map<std::string, json> out;
  for (size_t i = 0; i < rules.size(); ++i) {
    const auto uuid = member_text(rules[i], "uuid");
    out[uuid.empty() ? inspection::uuid_of_place(i) : uuid] = member_value(rules[i], "description");
  }
  return out;
}

/// Adds the descriptions of rules to the report, which has only UUIDs.
void name_rules(json& report, const json& rules) {
  auto descriptions = descriptions_of(rules);
  for (auto& phase : report["phases"])
    for (auto& rule : phase["rules"]) rule["description"] = descriptions[member_text(rule, "uuid")];
}

}  // namespace

std::string trial_text(const json& report) {
  std::string out;
  for (const auto& phase : member_list(report, "phases")) out += phase_lines(phase);
  const auto error = member_text(report, "error");
  return out + (error.empty() ? "The inspection would continue.\n"
                              : "The inspection would fail: " + error + "\n");
}

int run_rules_test(const rules_request& asked, const configuration& configuration) {
  auto trial = read_trial_files(asked);
  if (!trial) return end_trial(exit_usage, trial.error().message);
  const auto engine = make_engine(configuration.values);
  if (!engine) return end_trial(exit_configuration, engine.error().message);
  auto report = (*engine)->try_rules(*trial);
  if (!report) return end_trial(exit_usage, asked.file + ": " + report.error().message);
  name_rules(*report, *trial->rules);
  if (asked.json)
    std::cout << cli::ascii_json(*report, 2) << std::endl;
  else
    std::cout << trial_text(cli::printable_json(*report)) << std::flush;
  return member_text(*report, "error").empty() ? exit_ok : exit_rules_fail;
}

}  // namespace ironbus::daemon
