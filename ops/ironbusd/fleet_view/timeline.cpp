#include "ops/ironbusd/fleet_view/timeline.hpp"

#include "messages/base/text.hpp"
#include "messages/wire/events.hpp"
#include "ops/ironbusd/fleet_view/members.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace ironbus::fleet_view {

namespace {

struct dated {
  timestamp since{};
  json shown;
};

json seconds_between(std::optional<timestamp> since, std::optional<timestamp> until) {
  if (!since || !until) return {};
  return std::chrono::duration<double>(*until - *since).count();
}

std::string type_of(const json& event) {
  constexpr std::string_view prefix = "ironbus.";
  const auto type = member_text(event, "type");
  return type.starts_with(prefix) ? type.substr(prefix.size()) : type;
}

json new_state(const std::string& name, std::optional<timestamp> since, const std::string& cause) {
  return {{"state", text_or_null(name)},
          {"since", since},
          {"until", nullptr},
          {"seconds", nullptr},
          {"event", text_or_null(cause)},
          {"steps", json::array()},
          {"notes", json::array()}};
}

/// The states in the events.
std::vector<dated> states_of(const json& events) {
  std::vector<dated> out;
  for (const auto& event : events) {
    const auto time = member_time(event, "time");
    const auto& data = member_value(event, "data");
    const auto type = type_of(event);
    const bool created = type == event::node_created;
    if (!time || (!created && type != event::provision_state_changed)) continue;
    const auto name = member_text(data, created ? "provision_state" : "to");
    if (!out.empty() && out.back().shown["state"] == name) continue;
    out.push_back({*time, new_state(name, time, created ? "created" : member_text(data, "event"))});
  }
  return out;
}

std::string without_incarnation(const std::string& worker) {
  return worker.substr(0, worker.find('/'));
}

json step_of_ledger(const json& entry, const std::string& workflow) {
  const auto began = member_time(entry, "started_at");
  const auto ended = member_time(entry, "finished_at");
  return {{"step", member_text(entry, "interface") + "." + member_text(entry, "name")},
          {"workflow", workflow},
          {"started_at", began},
          {"finished_at", ended},
          {"seconds", seconds_between(began, ended)},
          {"status", member_text(entry, "status")},
          {"attempt", member_number(entry, "attempt").value_or(1)},
          {"worker", text_or_null(without_incarnation(member_text(entry, "worker")))},
          {"evidence", text_or_null(member_text(entry, "evidence"))}};
}

/// The steps of the running workflow, which only events have, by index and attempt.
class running_steps {
public:
  explicit running_steps(const json& operations) {
    for (const auto& one : operations) ended_.insert(member_text(one, "id"));
  }

  void take(const json& event) {
    const auto type = type_of(event);
    const auto& data = member_value(event, "data");
    const auto time = member_time(event, "time");
    const bool begins = type == event::step_started;
    if (!time || (!begins && type != event::step_finished)) return;
    if (ended_.contains(member_text(data, "operation_id"))) return;
    auto& entry =
        entries_[{member_text(data, "operation_id"), member_number(data, "index").value_or(0),
                  member_number(data, "attempt").value_or(1)}];
    entry["interface"] = member_text(data, "interface");
    entry["name"] = member_text(data, "step");
    entry["attempt"] = member_value(data, "attempt");
    entry["workflow"] = member_text(data, "workflow");
    entry[begins ? "started_at" : "finished_at"] = *time;
    entry["status"] = begins ? "running" : member_text(data, "status");
    if (begins) return;
    entry["worker"] = member_text(data, "worker");
    entry["evidence"] = member_text(data, "reason");
  }

  std::vector<dated> steps() const {
    std::vector<dated> out;
    for (const auto& [place, entry] : entries_)
      if (const auto began = member_time(entry, "started_at"))
        out.push_back({*began, step_of_ledger(entry, member_text(entry, "workflow"))});
    return out;
  }

private:
  std::set<std::string> ended_;
  std::map<std::tuple<std::string, int64_t, int64_t>, json> entries_;
};

std::vector<dated> steps_of(const timeline_facts& facts) {
  running_steps running{facts.operations};
  for (const auto& event : facts.events) running.take(event);
  auto out = running.steps();
  for (const auto& operation : facts.operations)
    for (const auto& entry : member_list(operation, "ledger"))
      if (const auto began = member_time(entry, "started_at"))
        out.push_back({*began, step_of_ledger(entry, member_text(operation, "kind"))});
  std::ranges::stable_sort(out, {}, &dated::since);
  return out;
}

std::vector<dated> notes_of(const json& history) {
  std::vector<dated> out;
  for (const auto& entry : history)
    if (const auto time = member_time(entry, "created_at"))
      out.push_back({*time,
                     {{"at", *time},
                      {"severity", member_text(entry, "severity")},
                      {"text", member_text(entry, "event")},
                      {"user", text_or_null(member_text(entry, "user"))}}});
  std::ranges::stable_sort(out, {}, &dated::since);
  return out;
}

/// Adds each entry to the state that the node was in at its start.
void file_under_states(std::vector<dated>& states, std::vector<dated> what, const char* key) {
  for (auto& one : what) {
    const auto next = std::ranges::upper_bound(states, one.since, {}, &dated::since);
    std::prev(next)->shown[key].push_back(std::move(one.shown));
  }
}

void note_ends(std::vector<dated>& states, timestamp now) {
  for (size_t i = 1; i < states.size(); ++i) {
    const bool last = i + 1 == states.size();
    if (!last) states[i].shown["until"] = states[i + 1].since;
    states[i].shown["seconds"] = seconds_between(states[i].since, last ? now : states[i + 1].since);
  }
}

}  // namespace

json timeline_document(const timeline_facts& facts, timestamp now) {
  auto states = states_of(facts.events);
  states.insert(states.begin(), {timestamp::min(), new_state("", {}, "")});
  file_under_states(states, steps_of(facts), "steps");
  file_under_states(states, notes_of(facts.history), "notes");
  note_ends(states, now);
  json shown = json::array();
  for (auto& [since, state] : states) {
    const bool empty = state["steps"].empty() && state["notes"].empty();
    if (since != timestamp::min() || !empty) shown.push_back(std::move(state));
  }
  return {{"uuid", member_value(facts.node, "uuid")},
          {"name", member_value(facts.node, "name")},
          {"provision_state", member_value(facts.node, "provision_state")},
          {"states", std::move(shown)}};
}

}  // namespace ironbus::fleet_view
