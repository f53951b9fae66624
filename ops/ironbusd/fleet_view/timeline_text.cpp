// The timeline of a node for a terminal.

#include "messages/base/text.hpp"
#include "ops/ironbusd/fleet_view/members.hpp"
#include "ops/ironbusd/fleet_view/plain_text.hpp"
#include "ops/ironbusd/fleet_view/timeline.hpp"

namespace ironbus::fleet_view {

namespace {

std::string when_cell(const json& row, std::string_view key) {
  const auto moment = member_time(row, key);
  return moment ? moment_text(*moment) : "before";
}

std::string took_cell(const json& row, bool under_way) {
  const auto& seconds = member_value(row, "seconds");
  if (!seconds.is_number()) return under_way ? "so far" : "";
  const std::chrono::duration<double> took{seconds.get<double>()};
  const auto text = duration_text(std::chrono::duration_cast<std::chrono::microseconds>(took));
  return under_way ? text + " so far" : text;
}

std::string step_result(const json& step) {
  auto out = member_text(step, "status");
  const auto attempt = member_number(step, "attempt").value_or(1);
  if (attempt > 1) out += ", attempt " + std::to_string(attempt);
  if (const auto worker = member_text(step, "worker"); !worker.empty()) out += ", " + worker;
  if (const auto evidence = member_text(step, "evidence"); !evidence.empty())
    out += ": " + evidence;
  return out;
}

std::string note_text(const json& note) {
  const auto user = member_text(note, "user");
  return member_text(note, "severity") + (user.empty() ? "" : " by " + user) + ": " +
         member_text(note, "text");
}

void add_state(text_table& table, const json& state) {
  const auto name = member_text(state, "state");
  const auto cause = member_text(state, "event");
  table.add({when_cell(state, "since"), name.empty() ? "(not stored)" : name,
             took_cell(state, member_value(state, "until").is_null() && !name.empty()),
             cause.empty() ? "" : "by " + cause});
  for (const auto& step : member_list(state, "steps"))
    table.add({when_cell(step, "started_at"), "  " + member_text(step, "step"),
               took_cell(step, member_text(step, "status") == "running"), step_result(step)});
  for (const auto& note : member_list(state, "notes"))
    table.add({when_cell(note, "at"), "  note", "", note_text(note)});
}

}  // namespace

std::string timeline_text(const json& timeline) {
  const auto name = member_text(timeline, "name");
  const auto uuid = member_text(timeline, "uuid");
  auto out = (name.empty() ? uuid : name + " (" + uuid + ")") + " is in " +
             member_text(timeline, "provision_state") + ".\n";
  text_table table{{"WHEN", "STATE, STEP", "TOOK", "CAUSE, RESULT"}};
  for (const auto& state : member_list(timeline, "states")) add_state(table, state);
  return table.empty() ? out + "No states or steps are stored.\n" : out + table.text();
}

}  // namespace ironbus::fleet_view
