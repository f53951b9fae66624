#include "actors/node/inspection/inspection.hpp"

#include "actors/inspection/processing/node_documents.hpp"
#include "actors/inspection/processing/process_data.hpp"
#include "actors/node/agent/agent_presence.hpp"
#include "actors/node/agent/waiting.hpp"
#include "actors/node/editing/enroll.hpp"
#include "actors/node/inspection/inspection_changes.hpp"
#include "actors/node/tables/workflow_table.hpp"
#include "messages/base/text.hpp"
#include "messages/contract/mac_address.hpp"

#include <algorithm>

namespace ironbus {

namespace {

/// The step of the inspect interface `agent` that waits for the data.
constexpr std::string_view awaiting_step = "await_data";
/// The step that starts an inspection; a driver that inspects by itself has only this step.
constexpr std::string_view inspecting_step = "inspect_hardware";
/// The interface whose rules apply to a node that an agent has discovered.
constexpr const char* discovering_interface = "agent";
/// From this version on a new node starts in `enroll`.
constexpr int version_with_enroll = 11;

bool is_inspection(const node_snapshot& x) {
  return x.current && info(x.current->kind).processes_data && !x.current->concluded;
}

/// Whether the data has arrived before the step that waits for it has started.
bool is_starting(const node_snapshot& snapshot) {
  if (!is_inspection(snapshot) || snapshot.waiting) return false;
  const auto& steps = snapshot.current->steps;
  return std::any_of(
      steps.begin() + std::min<ptrdiff_t>(snapshot.current->index, std::ssize(steps)), steps.end(),
      [](const step& y) { return y.name == awaiting_step; });
}

bool is_through_agent(const operation& op) {
  return std::any_of(op.steps.begin(), op.steps.end(),
                     [](const step& x) { return x.name == awaiting_step; });
}

std::string failure_of(const std::string& why) {
  return "Async execution of continue_inspection failed with error: " + why;
}

std::string failure_of(const node_snapshot& snapshot, const std::string& why) {
  return is_through_agent(*snapshot.current)
             ? failure_of(why)
             : "Inspection failed on node " + snapshot.attributes.uuid + ": " + why;
}

/// The key in the operation's request for the agent's data while a rule waits for an api-call.
constexpr auto kept_data_key = info(workflow::inspect).working_data;

/// The data that is stored while the rules wait for an api-call.
struct agent_data {
  json inventory;  ///< Null: a driver has found none.
  json plugin_data;
  std::vector<inspection::api_answer> answers{};
};

inspection::processed process(decision& decision, const agent_data& data,
                              const std::string& interface) {
  const auto& ctx = decision.ctx();
  auto done = inspection::process_data(
      inspection::documents_of(decision.next, data.inventory, data.plugin_data),
      {ctx.inspection, inspection::rules_of(decision.rules()), interface,
       inspection::scope_of(decision.next.attributes), data.answers, ctx.taken_macs,
       decision.next.current && !is_through_agent(*decision.next.current)},
      id_source{decision.fresh_id()});
  for (auto& line : done.logs) decision.log(log::level_from(line.level), std::move(line.text));
  return done;
}

void keep_data(decision& decision, inspection::documents docs) {
  if (!decision.ctx().inspection.keeps_inventory) return;
  if (docs.inventory.is_null() && docs.plugin_data.empty()) return;  // there is no data
  if (docs.inventory.is_null()) docs.inventory = json::object();
  decision.keep_inventory(
      {{"inventory", std::move(docs.inventory)}, {"plugin_data", std::move(docs.plugin_data)}});
}

/// The boot mode that the agent or the BMC reports.
void note_boot_mode(decision& decision, const json& inventory) {
  if (!inventory.is_object()) return;
  const auto boot = inventory.find("boot");
  if (boot == inventory.end()) return;
  const auto mode = member_text(*boot, "current_boot_mode");
  if (mode == "bios" || mode == "uefi") decision.next.attributes.boot_mode = mode;
}

/// Applies the results of hooks and rules, or returns why they cannot be applied.
std::optional<std::string> apply_documents(decision& decision, inspection::processed done) {
  if (done.failed) return done.failed->message;
  if (auto ok = adopt_documents(decision, done.docs); !ok) return ok.error().message;
  note_boot_mode(decision, done.docs.inventory);
  keep_data(decision, std::move(done.docs));
  return std::nullopt;
}

// -- api-calls ------------------------------------------------------------------------------------

json written(const agent_data& data) {
  auto answers = json::array();
  for (const auto& answer : data.answers) answers.push_back(json(answer.error));
  return {{"inventory", data.inventory}, {"plugin_data", data.plugin_data}, {"answers", answers}};
}

agent_data read_data(json value) {
  agent_data out{std::move(value["inventory"]), std::move(value["plugin_data"])};
  for (const auto& error : value["answers"])
    out.answers.push_back({error.get<std::optional<std::string>>()});
  return out;
}

/// Plans the api-call as the next step; its answer comes with the end of the step.
void plan_call(decision& decision, const agent_data& data, const inspection::api_request& call) {
  auto& op = *decision.next.current;
  step out;
  out.interface = "inspect";
  out.name = reserved_step::call_api;
  out.role = step_role::prepare;
  out.args = {{"url", call.url},         {"headers", call.headers},
              {"proxies", call.proxies}, {"timeout", call.timeout_seconds},
              {"retries", call.retries}, {"backoff_factor", call.backoff_factor}};
  op.request.edit()[std::string{kept_data_key}] = written(data);
  op.steps.insert(op.steps.begin() + op.index + 1, std::move(out));
}

handler_result go_on(decision& decision, const agent_data& data, const step_outcome& end = {}) {
  constexpr size_t calls_max = 64;
  auto done = process(decision, data, decision.next.attributes.inspect_interface.value_or(""));
  if (done.wanted && data.answers.size() >= calls_max)
    return verdict::fail{failure_of(
        decision.next, "the rules make more than " + std::to_string(calls_max) + " api-calls.")};
  if (done.wanted)
    plan_call(decision, data, *done.wanted);
  else if (const auto why = apply_documents(decision, std::move(done)))
    return verdict::fail{failure_of(decision.next, *why)};
  return verdict::done{end.evidence, end.worker};
}

// -- discovery ------------------------------------------------------------------------------------

/// Enrols a node from the data. After a failure the node stays enrolled, with the failure in
/// last_error.
void discover(decision& decision, const continue_inspection& inspection) {
  create(decision, {{{"driver", *inspection.discover_as}}, version_with_enroll});
  if (decision.answer.refused) return;
  auto& attributes = decision.next.attributes;
  if (const auto& scope = decision.ctx().inspection.discovery_scope; !scope.empty())
    attributes.driver_internal_info.edit()["inspection_scope"] = scope;
  agent_data data{inspection.inventory, inspection.plugin_data};
  data.plugin_data["auto_discovered"] = true;
  auto done = process(decision, data, discovering_interface);
  auto why = done.wanted ? std::optional<std::string>{"a rule makes an api-call, which only nodes "
                                                      "that are being inspected can wait for."}
                         : apply_documents(decision, std::move(done));
  if (why) decision.record_error(info(workflow::inspect).history_type, failure_of(*why));
}

}  // namespace

bool awaits_inspection_data(const node_snapshot& snapshot) {
  if (!is_inspection(snapshot) || !snapshot.waiting ||
      snapshot.waiting->awaited_party != awaited::agent)
    return false;
  const auto& op = *snapshot.current;
  return op.index < op.steps.size() && op.steps[op.index].name == awaiting_step;
}

handler_result continue_inspecting(decision& decision, const continue_inspection& inspection) {
  if (!decision.ctx().rules)
    return decision.refused({error_code::unavailable, "The inspection rules are not loaded yet."});
  if (!inspection.discover_as && is_starting(decision.next))
    return decision.refused({error_code::conflict, "The inspection is still starting; try again."});
  if (!inspection.discover_as && !awaits_inspection_data(decision.next))
    return decision.refused({error_code::not_found, "Node " + decision.next.attributes.uuid +
                                                        " does not wait for inspection data."});
  decision.answer.body = to_text({{"uuid", decision.next.attributes.uuid}});
  if (inspection.discover_as) {
    discover(decision, inspection);
    return verdict::stay{};
  }
  end_wait(decision);
  record_heartbeat(decision);
  if (inspection.rejected) return verdict::fail{failure_of(*inspection.rejected)};
  return go_on(decision, {inspection.inventory, inspection.plugin_data});
}

bool is_inspected_by_driver(const node_snapshot& snapshot) {
  if (!is_inspection(snapshot) || snapshot.current->index >= snapshot.current->steps.size())
    return false;
  return snapshot.current->steps[snapshot.current->index].name == inspecting_step &&
         !is_through_agent(*snapshot.current);
}

handler_result driver_inspection_ended(decision& decision, const step_outcome& outcome) {
  const auto& ctx = decision.ctx();
  const auto interface = decision.next.attributes.inspect_interface.value_or("");
  const bool ruled = inspection::runs_rules(*ctx.inspection.supported, interface);
  const auto& found = outcome.observed.inventory;
  if (ruled && !ctx.rules)
    return verdict::fail{failure_of(
        decision.next, "the inspection rules are not loaded yet; retry the inspection.")};
  agent_data data{nullptr, json::object()};
  if (found.is_object())
    data = {found.value("inventory", json::object()), found.value("plugin_data", json::object())};
  if (ruled || found.is_object()) return go_on(decision, data, outcome);
  return verdict::done{outcome.evidence, outcome.worker};
}

bool is_api_call(const operation& op) {
  return op.index < op.steps.size() && op.steps[op.index].name == reserved_step::call_api;
}

handler_result api_call_ended(decision& decision, const step_outcome& outcome) {
  auto& op = *decision.next.current;
  op.steps[op.index].args = json::object();
  auto data = read_data(std::move(op.request.edit()[std::string{kept_data_key}]));
  op.request.erase(kept_data_key);
  const auto found = outcome.answer.find("error");
  data.answers.push_back({found != outcome.answer.end() && found->is_string()
                              ? std::optional{found->get<std::string>()}
                              : std::nullopt});
  return go_on(decision, data, outcome);
}

void pre_create_ports(decision& decision, const std::vector<std::string>& macs) {
  auto& ports = decision.next.ports;
  const auto& taken = decision.ctx().taken_macs;
  for (const auto& text : macs) {
    const auto mac = usable_mac(text);
    if (!mac) continue;
    if (std::find(taken.begin(), taken.end(), *mac) != taken.end()) {
      decision.log(log::level::warn,
                   "no port is created for " + *mac + ": it belongs to another node");
      continue;
    }
    if (std::any_of(ports.begin(), ports.end(), [&](const auto& x) { return x.address == *mac; }))
      continue;
    port fresh;
    fresh.uuid = decision.fresh_id();
    fresh.address = *mac;
    fresh.node_uuid = decision.next.attributes.uuid;
    fresh.created_at = decision.ctx().now;
    decision.emit("port" + std::string{event::created_suffix},
                  {{"port_uuid", fresh.uuid}, {"address", fresh.address}});
    ports.push_back(std::move(fresh));
  }
}

}  // namespace ironbus
