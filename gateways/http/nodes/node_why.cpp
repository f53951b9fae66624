#include "gateways/http/nodes/node_why.hpp"

#include "gateways/http/api/questions.hpp"
#include "gateways/http/nodes/wait_cause.hpp"
#include "messages/model/field.hpp"
#include "messages/model/wait_report.hpp"
#include "messages/wire/step.hpp"

namespace ironbus::http {

namespace {

json picked(const json& source, const std::vector<std::string_view>& names) {
  json out = json::object();
  for (auto name : names) out[std::string{name}] = source.value(std::string{name}, json{});
  return out;
}

json member_of(const json& snapshot, std::string_view name) {
  const auto found = snapshot.find(name);
  return found == snapshot.end() ? json{} : *found;
}

/// The running workflow and its step.
json working_of(const json& snapshot) {
  const auto current = member_of(snapshot, "current");
  if (!current.is_object()) return {};
  auto out = picked(current, {"kind", "id", "index", "attempt", "started_at", "abort_requested"});
  const auto steps = current.value("steps", json::array());
  const auto index = current.value("index", size_t{0});
  out["steps"] = steps.size();
  out["step"] =
      index < steps.size() ? picked(steps[index], {"interface", "step", "abortable"}) : json{};
  return out;
}

/// The requests that wait for the end of a power change, without their contents.
json deferred_of(const node_snapshot& node) {
  json out = json::array();
  for (const auto& x : node.deferred)
    out.push_back({{"type", x.type}, {"since", x.since}, {"until", x.until}});
  return out;
}

json unblocked_by(const node_snapshot& snapshot, const std::optional<wait_report>& waits) {
  const auto& node = snapshot.attributes;
  json out = json::array();
  if (waits) out = waits->unblocked_by();
  if (snapshot.power_unconfirmed)
    out.push_back(unblocker{"power sync", "reads the machine and records its power state", {}});
  if (node.maintenance)
    out.push_back(unblocker{"operator", "ends maintenance",
                            rest_call{"DELETE", "/v1/nodes/" + node.uuid + "/maintenance", {}}});
  return out;
}

json describe_wait(const json& snapshot, const node_snapshot& node, const worker_facts& workers,
                   const served_groups& served) {
  json out = picked(snapshot.at(attributes_key),
                    {"uuid", "name", "provision_state", "target_provision_state",
                     "provision_updated_at", "power_state", "target_power_state", "maintenance",
                     "maintenance_reason", "fault", "last_error"});
  const auto waits = wait_of(node, workers);
  out["working"] = working_of(snapshot);
  out["waiting"] = waits;
  out["in_flight"] = member_of(snapshot, "in_flight");
  out["power"] = member_of(snapshot, "power");
  out["power_unconfirmed"] = member_of(snapshot, "power_unconfirmed");
  out["deferred"] = deferred_of(node);
  out["queued"] = node.queued ? json(to_string(node.queued->kind)) : json{};
  out["drivers"] = {{"conductor_group", node.attributes.conductor_group},
                    {"workers", workers.alive},
                    {"served_groups", served.names()}};
  out["unblocked_by"] = unblocked_by(node, waits);
  out["cause"] = cause_of(node, waits);
  return out;
}

/// The claims of the outstanding steps, in the order of the nodes that have one.
task<std::vector<std::optional<step_claim>>> claims_of(const call_ptr& call,
                                                       const std::vector<node_snapshot>& nodes) {
  std::vector<std::string> keys;
  for (const auto& node : nodes)
    if (const auto out = outstanding_step(node)) keys.push_back(claim_key(*out));
  co_return co_await read_step_claims(call, std::move(keys));
}

/// The worker that runs a step. Unset if no worker has started it or the claim has expired.
std::optional<std::string> worker_of(const std::optional<step_claim>& claim) {
  if (!claim) return std::nullopt;
  return claim->owner.substr(0, claim->owner.rfind('/'));
}

}  // namespace

why_reader::why_reader(call_ptr call, std::vector<member> members)
    : call_{std::move(call)}, members_{std::move(members)}, served_{members_}, usual_{call_} {}

task<std::vector<json>> why_reader::explain(const std::vector<std::string>& snapshots) {
  std::vector<node_snapshot> nodes;
  for (const auto& text : snapshots) {
    auto node = co_await decode_snapshot(text);
    nodes.push_back(std::move(node));
  }
  const auto claims = co_await claims_of(call_, nodes);
  auto claim = claims.begin();
  std::vector<json> out;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const auto shown = co_await parse_own_json(snapshots[i]);
    auto worker = outstanding_step(nodes[i]) ? worker_of(*claim++) : std::nullopt;
    const auto& group = nodes[i].attributes.conductor_group;
    const worker_facts workers{workers_of(members_, group), served_.refusal(group),
                               std::move(worker)};
    auto one = describe_wait(shown, nodes[i], workers, served_);
    if (one["working"].is_object()) {
      auto usual = co_await usual_.of(nodes[i]);
      one["working"]["usual"] = std::move(usual);
    }
    out.push_back(std::move(one));
  }
  co_return out;
}

}  // namespace ironbus::http
