#include "gateways/http/handlers.hpp"
#include "gateways/http/node_access.hpp"

namespace ironbus::http {

namespace {

json picked(const json& from, const std::vector<std::string_view>& names) {
  json out = json::object();
  for (auto name : names) out[std::string{name}] = from.value(std::string{name}, json{});
  return out;
}

json member(const json& snapshot, std::string_view name) {
  const auto at = snapshot.find(name);
  return at == snapshot.end() ? json{} : *at;
}

/// The workflow in progress and the step it is at.
json working_of(const json& snapshot) {
  const auto current = member(snapshot, "current");
  if (!current.is_object()) return {};
  auto out = picked(current, {"kind", "id", "index", "attempt", "started_at", "abort_requested"});
  const auto steps = current.value("steps", json::array());
  const auto index = current.value("index", size_t{0});
  out["steps"] = steps.size();
  out["step"] =
      index < steps.size() ? picked(steps[index], {"interface", "step", "abortable"}) : json{};
  return out;
}

json call_of(std::string_view who, std::string_view does, const std::string& method,
             const std::string& path, json body = nullptr) {
  json out{{"who", who}, {"does", does}, {"call", method + " " + path}};
  if (!body.is_null()) out["body"] = std::move(body);
  return out;
}

/// Who can make the node go on, and how.
json unblocked_by(const std::string& uuid, const json& snapshot) {
  const auto node = "/v1/nodes/" + uuid;
  const auto provision = node + "/states/provision";
  const auto state = snapshot.at("about").value("provision_state", "");
  const auto waits_for = snapshot.contains("waiting") && snapshot["waiting"].is_object()
                             ? snapshot["waiting"].value("for", "")
                             : std::string{};
  json out = json::array();
  if (waits_for == "agent")
    out.push_back(call_of("agent", "continues when the ramdisk reports itself", "POST",
                          "/v1/heartbeat/" + uuid));
  if (waits_for == "children")
    out.push_back({{"who", "child nodes"},
                   {"does", "end the step that runs on them"},
                   {"nodes", snapshot.at("current").value("children_left", json::array())}});
  if (state.ends_with(" hold"))
    out.push_back(
        call_of("operator", "lets the workflow go on", "PUT", provision, {{"target", "unhold"}}));
  if (state.ends_with(" wait") || state.ends_with(" hold") || state == "wait call-back")
    out.push_back(
        call_of("operator", "ends the workflow", "PUT", provision, {{"target", "abort"}}));
  if (snapshot.at("about").value("maintenance", false))
    out.push_back(call_of("operator", "ends maintenance", "DELETE", node + "/maintenance"));
  if (waits_for == "task" || waits_for == "driver")
    out.push_back({{"who", "driver"}, {"does", "reports how the step ended"}});
  return out;
}

}  // namespace

void show_why(const call_ptr& x) {
  with_node(x, x->arguments[0], [x](const std::string& uuid, const json& snapshot) {
    const auto& about = snapshot.at("about");
    json out = picked(
        about, {"uuid", "name", "provision_state", "target_provision_state", "power_state",
                "target_power_state", "maintenance", "maintenance_reason", "fault", "last_error"});
    out["working"] = working_of(snapshot);
    out["waiting"] = member(snapshot, "waiting");
    out["in_flight"] = member(snapshot, "in_flight");
    out["power"] = member(snapshot, "power");
    const auto queued = member(snapshot, "queued");
    out["queued"] = queued.is_object() ? queued.value("kind", json{}) : json{};
    out["unblocked_by"] = unblocked_by(uuid, snapshot);
    x->respond_json(to_text(out));
  });
}

}  // namespace ironbus::http
