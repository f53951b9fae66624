#include "messages/model/wait_report.hpp"

#include "messages/base/text.hpp"
#include "messages/model/agent_session.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/model/state_table.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace ironbus {

namespace {

using s = provision_state;

struct way_out {
  s state;
  std::string_view target;
  std::string_view does;
};

/// The operator's options after a failure and in a hold. A stable state in this table is reached by
/// failures.
constexpr std::array ways{
    way_out{s::inspect_failed, "manage", "aborts the inspection"},
    way_out{s::inspect_failed, "inspect", "retries the inspection"},
    way_out{s::clean_failed, "manage",
            "makes the node manageable, so that it can be cleaned again"},
    way_out{s::clean_hold, "unhold", "resumes the workflow"},
    way_out{s::deploy_failed, "active", "retries the deployment"},
    way_out{s::deploy_failed, "deleted", "undeploys the node"},
    way_out{s::deploy_hold, "unhold", "resumes the workflow"},
    way_out{s::adopt_failed, "adopt", "retries the adoption"},
    way_out{s::adopt_failed, "manage", "aborts the adoption"},
    way_out{s::rescue_failed, "unrescue", "ends the rescue"},
    way_out{s::rescue_failed, "deleted", "tears down the instance"},
    way_out{s::unrescue_failed, "unrescue", "retries the end of the rescue"},
    way_out{s::unrescue_failed, "deleted", "tears down the instance"},
    way_out{s::service_failed, "abort", "aborts the servicing"},
    way_out{s::service_hold, "unhold", "resumes the workflow"},
    way_out{s::error, "rebuild", "deploys the instance again"},
    way_out{s::error, "deleted", "retries to tear down the instance"},
};

unblocker by_operator(const node& x, std::string_view target, std::string_view does) {
  return {"operator", std::string{does},
          rest_call{"PUT", "/v1/nodes/" + x.uuid + "/states/provision", {{"target", target}}}};
}

std::string single_quoted(std::string_view text) { return "'" + std::string{text} + "'"; }

bool is_alive(const worker_facts& workers) {
  const auto& all = workers.alive;
  return workers.claimed_by && std::find(all.begin(), all.end(), *workers.claimed_by) != all.end();
}

std::string name_of_workers(const worker_facts& workers) {
  if (is_alive(workers)) return "driver worker " + *workers.claimed_by;
  std::string stopped;
  if (workers.claimed_by) stopped = "driver worker " + *workers.claimed_by + " has stopped; ";
  if (workers.alive.empty()) return "a driver worker: " + stopped + workers.unserved;
  return stopped + "any driver worker of its group: " + join(workers.alive);
}

/// What happens when the driver does not answer in time.
std::string timeout_result(const node_snapshot& snapshot) {
  const auto& out = *snapshot.in_flight;
  if (std::holds_alternative<due_power_action>(out.what)) return "the power change fails";
  if (std::holds_alternative<due_driver_call>(out.what)) return "the driver call fails";
  if (snapshot.current && snapshot.current->id == out.operation_id && !snapshot.current->concluded)
    return "the workflow " + single_quoted(to_string(snapshot.current->kind)) + " fails";
  return "the service abandons the step";
}

/// The silent BMC of the running step.
std::string silence_clause(const node_snapshot& snapshot) {
  const auto& silence = snapshot.in_flight->silence;
  if (!silence) return {};
  return "; the BMC at " + silence->host + " does not answer since " + to_string(silence->since) +
         (silence->error.empty() ? "" : ": " + silence->error);
}

wait_report at_driver(const node_snapshot& snapshot, const worker_facts& workers) {
  std::vector<unblocker> keys;
  if (workers.alive.empty())
    keys.push_back({"operator",
                    "starts a driver worker whose conductor_groups include " +
                        single_quoted(snapshot.attributes.conductor_group),
                    std::nullopt});
  else
    keys.push_back({is_alive(workers) ? name_of_workers(workers) : "driver worker",
                    "reports the outcome of the step", std::nullopt});
  for (auto& way : ways_out(snapshot.attributes)) keys.push_back(std::move(way));
  if (const auto& silence = snapshot.in_flight->silence)
    keys.push_back({"operator", "repairs the BMC at " + silence->host + " or the way to it", {}});
  return {awaited::driver,           name_of_workers(workers) + silence_clause(snapshot),
          snapshot.in_flight->since, snapshot.in_flight->until,
          timeout_result(snapshot),  std::move(keys)};
}

const std::vector<std::string>& children_of(const node_snapshot& x) {
  static const std::vector<std::string> none;
  return x.current ? x.current->children_left : none;
}

/// A machine that the power sync has found off cannot send a heartbeat.
std::vector<unblocker> unblockers_of_agent(const node_snapshot& snapshot) {
  const auto& x = snapshot.attributes;
  std::vector<unblocker> out;
  if (snapshot.waiting->machine_off_since && info(x.state).has(flag_fixed_power))
    out.push_back({"operator",
                   "powers the machine on by its button or BMC so that it boots the ramdisk again; "
                   "the API does not change the power in this state",
                   std::nullopt});
  else if (snapshot.waiting->machine_off_since)
    out.push_back({"operator", "powers the machine on so that it boots the ramdisk again",
                   rest_call{"PUT",
                             "/v1/nodes/" + x.uuid + "/states/power",
                             {{"target", to_string(power_state::on)}}}});
  out.push_back({"agent", "sends a heartbeat from the ramdisk",
                 rest_call{"POST", "/v1/heartbeat/" + x.uuid, {}}});
  return out;
}

std::vector<unblocker> unblockers(const node_snapshot& snapshot, awaited party) {
  const auto path = "/v1/nodes/" + snapshot.attributes.uuid;
  switch (party) {
    case awaited::agent: return unblockers_of_agent(snapshot);
    case awaited::children: {
      std::vector<unblocker> out;
      for (const auto& child : children_of(snapshot))
        out.push_back({"child node " + child, "finishes its part of the step",
                       rest_call{"GET", "/v1/nodes/" + child + "/why", {}}});
      return out;
    }
    case awaited::timer: return {{"clock", "ends the wait step", std::nullopt}};
    case awaited::operator_: return {};
    case awaited::task: return {{"driver worker", "polls the machine for progress", std::nullopt}};
    default: return {{"driver worker", "reports the outcome of the step", std::nullopt}};
  }
}

std::string off_clause(const wait& noted) {
  if (!noted.machine_off_since) return {};
  return ", which is off since " + to_string(*noted.machine_off_since);
}

/// With the last refused call: an operator need not wait for an agent that cannot get through.
std::string name_of_agent(const node& machine, const wait& noted) {
  const auto name = "the agent in the machine" + off_clause(noted);
  const auto session = read_agent_session(machine.driver_internal_info);
  if (!session.refusal || !session.refused_at) return name;
  return name + "; it called at " + to_string(*session.refused_at) +
         " and was refused: " + *session.refusal;
}

std::string name_of(const node_snapshot& snapshot, const worker_facts& workers) {
  switch (snapshot.waiting->awaited_party) {
    case awaited::agent: return name_of_agent(snapshot.attributes, *snapshot.waiting);
    case awaited::task: return "the machine to finish its task";
    case awaited::operator_: return "an operator";
    case awaited::timer: return "the end of a wait step";
    case awaited::children: return "the child nodes " + join(children_of(snapshot));
    default: return name_of_workers(workers);
  }
}

wait_report as_noted(const node_snapshot& snapshot, const worker_facts& workers) {
  const auto& noted = *snapshot.waiting;
  const bool endless = !noted.until && noted.awaited_party != awaited::operator_;
  auto keys = unblockers(snapshot, noted.awaited_party);
  for (auto& way : ways_out(snapshot.attributes)) keys.push_back(std::move(way));
  return {noted.awaited_party,
          name_of(snapshot, workers),
          noted.since,
          noted.until,
          endless ? "nothing; no deadline is configured" : noted.on_expiry,
          std::move(keys),
          noted.task ? std::optional{noted.task->next_poll} : std::nullopt};
}

void require(bool is_there, const char* part) {
  if (!is_there) throw std::logic_error(std::string{"a wait report lacks "} + part);
}

}  // namespace

wait_report::wait_report(awaited awaited_party, std::string who, timestamp since,
                         std::optional<timestamp> until, std::string on_expiry,
                         std::vector<unblocker> unblocked_by, std::optional<timestamp> next_poll)
    : awaited_party_(awaited_party),
      who_(std::move(who)),
      since_(since),
      until_(until),
      on_expiry_(std::move(on_expiry)),
      unblocked_by_(std::move(unblocked_by)),
      next_poll_(next_poll) {
  require(!who_.empty(), "the awaited party");
  require(since_ != timestamp{}, "its start time");
  require(!on_expiry_.empty(), "its result on expiry");
  require(!unblocked_by_.empty(), "a way to end it");
}

std::vector<unblocker> ways_out(const node& node) {
  std::vector<unblocker> out;
  for (const auto& row : ways)
    if (row.state == node.state) out.push_back(by_operator(node, row.target, row.does));
  const auto kind = info(node.state).kind;
  if (kind == state_kind::working)
    out.push_back(by_operator(node, "abort", "aborts the workflow after the running step"));
  if (kind == state_kind::waiting || kind == state_kind::hold)
    out.push_back(by_operator(node, "abort", "aborts the workflow"));
  return out;
}

bool awaits_decision(provision_state state) {
  const auto kind = info(state).kind;
  return kind == state_kind::failed ||
         (kind == state_kind::stable &&
          std::any_of(ways.begin(), ways.end(), [&](const auto& x) { return x.state == state; }));
}

std::optional<step_id> outstanding_step(const node_snapshot& snapshot) {
  if (!snapshot.in_flight) return std::nullopt;
  return step_id{snapshot.attributes.uuid, snapshot.in_flight->operation_id,
                 snapshot.in_flight->index, snapshot.in_flight->attempt};
}

std::optional<wait_report> wait_of(const node_snapshot& snapshot, const worker_facts& workers) {
  if (snapshot.in_flight) return at_driver(snapshot, workers);
  if (snapshot.waiting) return as_noted(snapshot, workers);
  if (!awaits_decision(snapshot.attributes.state)) return std::nullopt;
  return wait_report{
      awaited::operator_,
      "an operator",
      snapshot.attributes.provision_updated_at.value_or(snapshot.attributes.created_at),
      std::nullopt,
      "nothing; an operator must decide",
      ways_out(snapshot.attributes)};
}

void to_json(json& out, const wait_report& report) {
  out = {{"for", to_string(report.awaited_party())},
         {"who", report.who()},
         {"since", report.since()},
         {"until", report.until()},
         {"on_expiry", report.on_expiry()}};
  if (report.next_poll()) out["next_poll"] = *report.next_poll();
}

void to_json(json& out, const unblocker& unblocker) {
  out = {{"who", unblocker.who}, {"does", unblocker.does}};
  if (!unblocker.call) return;
  out["call"] = unblocker.call->method + " " + unblocker.call->path;
  if (!unblocker.call->body.is_null()) out["body"] = unblocker.call->body;
}

}  // namespace ironbus
