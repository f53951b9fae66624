#include "messages/contract/boot_notes.hpp"
#include "tests/unit/actors/node/exhaustive/situation.hpp"

#include <algorithm>

namespace ironbus::test {

namespace {

constexpr int api_version = 115;
constexpr const char* child = "11111111-1111-4111-8111-111111111111";
constexpr const char* allocation = "33333333-3333-4333-8333-333333333333";
constexpr const char* fresh_port = "44444444-4444-4444-8444-444444444444";

json step_named(const char* interface, const char* name, json args = json::object()) {
  return {{"interface", interface}, {"step", name}, {"args", std::move(args)}};
}

/// One step of every kind: ended by an operator, the clock, other nodes, a driver; one abortable,
/// one not repeatable.
json steps_of_every_sort() {
  auto on_child = step_named("power", "power_off");
  on_child["execute_on_child_nodes"] = true;
  on_child["child_nodes"] = {child};
  return {step_named("deploy", "hold"), step_named("deploy", "wait", {{"seconds", 5}}), on_child,
          step_named("bios", "factory_reset"), step_named("deploy", "flash")};
}

json hold_first() {
  auto held = step_named("deploy", "hold");
  held["priority"] = 90;
  return {held};
}

json request_for(const std::string& target) {
  if (target == "clean" || target == "service") return {{target + "_steps", steps_of_every_sort()}};
  if (target == "active") return {{"deploy_steps", hold_first()}};
  if (target == "rescue") return {{"hashed_rescue_password", "sesame"}};
  return json::object();
}

/// Whether an earlier row means the same.
bool is_another_name(const provision_verb& verb) {
  const auto same = [&verb](const provision_verb& row) {
    return row.event == verb.event && row.out_of_failure == verb.out_of_failure &&
           row.cleaning == verb.cleaning;
  };
  const auto all = provision_verbs();
  return std::find_if(all.begin(), all.end(), same)->target != verb.target;
}

void add_verb(std::vector<incident>& out, const std::string& target) {
  out.push_back({target, set_provision_state{target, request_for(target), api_version}});
}

void add_verbs(std::vector<incident>& out) {
  for (const auto& verb : provision_verbs())
    if (!is_another_name(verb)) add_verb(out, std::string{verb.target});
  add_verb(out, "nonsense");
}

void add_agent(std::vector<incident>& out, const node_snapshot& snapshot) {
  const auto& known = snapshot.attributes.driver_internal_info;
  const auto token = known.value("agent_secret_token", std::string{});
  out.push_back({"lookup", agent_lookup{"a-token-of-at-least-thirty-two-characters"}});
  out.push_back({"heartbeat", agent_heartbeat{"https://192.0.2.1:9999", "10.0", token, {}, {}}});
  out.push_back(
      {"heartbeat without token", agent_heartbeat{"https://192.0.2.1:9999", "", "", {}, {}}});
  out.push_back({"inspection data", continue_inspection{}});
  continue_inspection refused;
  refused.rejected = "a rule says no";
  out.push_back({"refused inspection data", refused});
}

void add_editing(std::vector<incident>& out) {
  out.push_back({"create", create_node{{{"driver", "fake-hardware"}}, api_version}});
  out.push_back({"patch", update_node{{{"add", "/extra/x", 1}}, false, api_version}});
  out.push_back({"delete", delete_node{}});
  out.push_back(
      {"new port",
       create_part{"port", {{"uuid", fresh_port}, {"address", "52:54:00:00:00:01"}}, api_version}});
  out.push_back({"changed volume", update_part{"volume_connector",
                                               known_volume,
                                               {{"replace", "/connector_id", "iqn.2026:two"}},
                                               api_version}});
  out.push_back({"delete port", delete_part{"port", known_port}});
  out.push_back({"trait", set_traits{set_traits::how::add, {"CUSTOM_GOLD"}}});
  out.push_back({"claim", claim_node{allocation, {}, {}, {}, false}});
  out.push_back({"release", release_node{allocation}});
  out.push_back({"target raid", set_target_raid{{{"logical_disks", json::array()}}}});
}

void add_operators(std::vector<incident>& out, const node_snapshot& snapshot) {
  out.push_back({"power on", set_power_state{"power on", {}}});
  out.push_back({"reboot", set_power_state{"rebooting", {}}});
  out.push_back({"maintenance", set_maintenance{true, "a look inside"}});
  out.push_back({"no maintenance", set_maintenance{false, {}}});
  if (snapshot.calls.empty())
    out.push_back({"call", call_driver{"management", "get_boot_device", json::object(), true}});
  const auto place = read_boot_notes(snapshot.attributes.driver_internal_info).place;
  out.push_back({"boot place lost", boot_place_lost{place}});
  out.push_back({"agent refused", agent_refused{"heartbeat", "no token"}});
  out.push_back({"found off", observe_power{{snapshot.attributes.uuid, power_state::off, {}, {}}}});
  out.push_back(
      {"power unreadable", observe_power{{snapshot.attributes.uuid, {}, "no answer", {}}}});
}

void add_family(std::vector<incident>& out, const node_snapshot& snapshot) {
  const step_id parents{snapshot.attributes.parent_node.value_or(""), "operation", 0, 1};
  if (snapshot.calls.empty())
    out.push_back({"child step", run_child_step{parents, "power", "power_off", json::object()}});
  step_id own{snapshot.attributes.uuid, "none", 0, 1};
  if (snapshot.current)
    own = {snapshot.attributes.uuid, snapshot.current->id, snapshot.current->index,
           snapshot.current->attempt};
  out.push_back({"child done", child_step_ended{own, child, {}}});
  out.push_back({"child failed", child_step_ended{own, child, "no power"}});
}

/// An outcome that also reports the agent's steps.
step_outcome done_with_offer() {
  step_outcome out;
  const json steps{{"deploy",
                    {{{"step", "erase_devices"},
                      {"interface", "deploy"},
                      {"priority", 10},
                      {"abortable", true}}}}};
  out.observed.driver_internal_info = {{"agent_cached_clean_steps", steps},
                                       {"agent_cached_deploy_steps", {{"deploy", json::array()}}},
                                       {"hardware_manager_version", {{"generic", "1"}}}};
  out.observed.power_state = power_state::on;
  return out;
}

step_outcome ended(step_status status) {
  step_outcome out;
  out.status = status;
  out.reason = "as it happens";
  return out;
}

struct ending {
  const char* how;
  step_outcome outcome;
};

std::vector<ending> all_endings() {
  auto polled = ended(step_status::waiting);
  polled.waits_for = awaited::task;
  polled.task_handle = "task-1";
  auto gone = ended(step_status::interrupted);
  gone.agent_gone = true;
  auto failed = ended(step_status::failed);
  failed.agent_gone = true;
  auto other = ended(step_status::interrupted);
  other.steps_changed = true;
  auto part = ended(step_status::interrupted);
  part.part_done = true;
  auto reboot = part;
  reboot.reboot_first = true;
  return {{"done", done_with_offer()},
          {"failed", ended(step_status::failed)},
          {"interrupted", ended(step_status::interrupted)},
          {"waits for the agent", ended(step_status::waiting)},
          {"waits for a task", std::move(polled)},
          {"lost its agent", std::move(gone)},
          {"failed without its agent", std::move(failed)},
          {"has another agent", std::move(other)},
          {"has done a part", std::move(part)},
          {"needs a reboot", std::move(reboot)}};
}

/// The first outcomes of that step.
void add_outcomes(std::vector<incident>& out, const std::string& owner, const step_id& id,
                  size_t how_many) {
  static const auto all = all_endings();
  for (size_t i = 0; i < how_many; ++i) {
    auto outcome = all[i].outcome;
    outcome.id = id;
    outcome.worker = "driver-1/a";
    out.push_back({owner + " " + all[i].how, std::move(outcome)});
  }
}

}  // namespace

std::vector<incident> incidents_for(const node_snapshot& snapshot) {
  std::vector<incident> out{{"deadline", deadline_passed{}}, {"take-over", taken_over{}}};
  add_verbs(out);
  add_agent(out, snapshot);
  add_editing(out);
  add_operators(out, snapshot);
  add_family(out, snapshot);
  const auto& uuid = snapshot.attributes.uuid;
  std::optional<step_id> asked, current;
  if (snapshot.in_flight)
    asked = {uuid, snapshot.in_flight->operation_id, snapshot.in_flight->index,
             snapshot.in_flight->attempt};
  if (snapshot.current)
    current = {uuid, snapshot.current->id, snapshot.current->index, snapshot.current->attempt};
  constexpr size_t all = 10;
  if (asked) add_outcomes(out, "what is out", *asked, all);
  if (current && current != asked) add_outcomes(out, "the step", *current, all);
  add_outcomes(out, "something else", {uuid, "another operation", 0, 1}, 2);
  return out;
}

}  // namespace ironbus::test
