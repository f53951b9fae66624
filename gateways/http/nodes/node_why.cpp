#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/nodes/usual_duration.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/model/stored_attributes.hpp"
#include "messages/model/wait_report.hpp"
#include "messages/ports/process_description.hpp"
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

/// The workflow in progress and the step it is at.
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

/// The requests that wait for the change of power to end; what they hold is not shown.
json deferred_of(const node_snapshot& node) {
  json out = json::array();
  for (const auto& x : node.deferred)
    out.push_back({{"type", x.type}, {"since", x.since}, {"until", x.until}});
  return out;
}

json unblocked_by(const node& node, const std::optional<wait_report>& waits) {
  json out = json::array();
  if (waits) out = waits->unblocked_by();
  if (node.maintenance)
    out.push_back(unblocker{"operator", "ends maintenance",
                            rest_call{"DELETE", "/v1/nodes/" + node.uuid + "/maintenance", {}}});
  return out;
}

json describe_wait(const json& snapshot, const node_snapshot& node, const worker_facts& workers,
                   const served_groups& served) {
  json out =
      picked(snapshot.at(attributes_key),
             {"uuid", "name", "provision_state", "target_provision_state", "power_state",
              "target_power_state", "maintenance", "maintenance_reason", "fault", "last_error"});
  const auto waits = wait_of(node, workers);
  out["working"] = working_of(snapshot);
  out["waiting"] = waits;
  out["in_flight"] = member_of(snapshot, "in_flight");
  out["power"] = member_of(snapshot, "power");
  out["deferred"] = deferred_of(node);
  out["queued"] = node.queued ? json(to_string(node.queued->kind)) : json{};
  out["drivers"] = {{"conductor_group", node.attributes.conductor_group},
                    {"workers", workers.alive},
                    {"served_groups", served.names()}};
  out["unblocked_by"] = unblocked_by(node.attributes, waits);
  return out;
}

/// The worker that has begun the step that is out, if any has and its claim is still there.
task<std::optional<std::string>> claimed_by(const call_ptr& call, const node_snapshot& node) {
  const auto out = step_out(node);
  if (!out) co_return std::nullopt;
  const auto found = co_await tried(read_step_claim(call, claim_key(*out)));
  if (!found) co_return std::nullopt;
  co_return found->owner.substr(0, found->owner.rfind('/'));
}

}  // namespace

task<> show_why(const call_ptr& call) {
  const auto found = co_await read_node_text(call, call->arguments[0]);
  const auto node = co_await decode_snapshot(found.text);
  const auto shown = co_await parse_own_json(found.text);
  const auto members = co_await read_members(call);
  auto worker = co_await claimed_by(call, node);
  const served_groups served{members};
  const auto& group = node.attributes.conductor_group;
  const worker_facts workers{workers_of(members, group), served.refusal(group), std::move(worker)};
  auto described = describe_wait(shown, node, workers, served);
  if (described["working"].is_object())
    described["working"]["usual"] = co_await usual_duration(call, node);
  call->respond_json(to_text(described));
}

}  // namespace ironbus::http
