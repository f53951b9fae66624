#include "messages/model/operation.hpp"

#include "messages/base/codec.hpp"
#include "messages/base/enum_text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr enum_text<workflow> workflow_names{
    "workflow",
    {"verify", "inspect", "automated_clean", "manual_clean", "deploy", "undeploy", "adopt",
     "rescue", "unrescue", "service"}};

constexpr enum_text<step_role> role_names{"role of a step", {"prepare", "work", "finish"}};

constexpr enum_text<awaited> awaited_names{
    "kind of wait", {"agent", "task", "operator", "driver", "timer", "children"}};

constexpr std::array<std::string_view, 5> reserved_steps{
    reserved_step::hold,      reserved_step::wait,   reserved_step::power_on,
    reserved_step::power_off, reserved_step::reboot,
};

}  // namespace

std::string_view to_string(workflow x) { return workflow_names[x]; }

std::string_view to_string(awaited x) { return awaited_names[x]; }

wait::wait(awaited for_whom, timestamp since, std::optional<timestamp> until, std::string on_expiry)
    : for_whom(for_whom), since(since), until(until), on_expiry(std::move(on_expiry)) {}

bool is_reserved_step(std::string_view name) {
  return std::find(reserved_steps.begin(), reserved_steps.end(), name) != reserved_steps.end();
}

void to_json(json& out, const awaited& value) { out = to_string(value); }

void from_json(const json& in, awaited& value) { value = awaited_names.read(in); }

void to_json(json& out, const workflow& value) { out = to_string(value); }

void from_json(const json& in, workflow& value) { value = workflow_names.read(in); }

void to_json(json& out, const step_role& value) { out = role_names[value]; }

void from_json(const json& in, step_role& value) { value = role_names.read(in); }

void to_json(json& out, const step& step) {
  out = {{"interface", step.interface},
         {"step", step.name},
         {"args", step.args},
         {"priority", step.priority},
         {"abortable", step.abortable},
         {"requires_ramdisk", step.requires_ramdisk},
         {"repeatable", step.repeatable}};
  if (step.in_agent) out["in_agent"] = true;
  if (step.collects_steps) out["collects_steps"] = true;
  if (step.unless_agent_stays) out["unless_agent_stays"] = true;
  if (!step.children.empty()) out["children"] = step.children;
  to_json(out["role"], step.role);
}

void from_json(const json& in, step& step) {
  step = {};
  for (const char* needed : {"interface", "step"}) in.at(needed);
  detail::read_member(in, "interface", step.interface);
  detail::read_member(in, "step", step.name);
  detail::read_member(in, "args", step.args);
  detail::read_member(in, "priority", step.priority);
  detail::read_member(in, "abortable", step.abortable);
  detail::read_member(in, "requires_ramdisk", step.requires_ramdisk);
  detail::read_member(in, "repeatable", step.repeatable);
  detail::read_member(in, "in_agent", step.in_agent);
  detail::read_member(in, "collects_steps", step.collects_steps);
  detail::read_member(in, "unless_agent_stays", step.unless_agent_stays);
  detail::read_member(in, "children", step.children);
  detail::read_member(in, "role", step.role);
}

IRONBUS_CODEC(ledger_entry, interface, name, index, attempt, started_at, finished_at, status,
              worker, evidence)
IRONBUS_CODEC(operation, kind, id, steps, index, attempt, planned, ramdisk, agent_asked, restarts,
              agent_kept, children_left, started_at, ledger, request, user, request_id,
              abort_requested, failure, settled)
IRONBUS_CODEC(power_action, id, target, timeout_seconds, attempt, user)
IRONBUS_CODEC(step_id, node, operation_id, index, attempt)
IRONBUS_CODEC(driver_call, id, what, attempt, reply_to, correlation_id, of_parent, user)
IRONBUS_CODEC(awaited_task, handle, next_poll)
IRONBUS_CODEC(deferred_command, id, type, data, reply_to, correlation_id, user, since, until,
              expires)

void to_json(json& out, const step_in_flight& in_flight) {
  const auto* step = std::get_if<workflow_step>(&in_flight.what);
  out = {{"operation_id", in_flight.operation_id},
         {"index", in_flight.index},
         {"attempt", in_flight.attempt},
         {"since", in_flight.since},
         {"until", in_flight.until},
         {"heard", step != nullptr && step->agent_called}};
}

void from_json(const json& in, step_in_flight& in_flight) {
  in_flight = step_in_flight{};
  workflow_step step;
  detail::read_member(in, "operation_id", in_flight.operation_id);
  detail::read_member(in, "index", in_flight.index);
  detail::read_member(in, "attempt", in_flight.attempt);
  detail::read_member(in, "since", in_flight.since);
  detail::read_member(in, "until", in_flight.until);
  detail::read_member(in, "heard", step.agent_called);
  in_flight.what = step;
}

}  // namespace ironbus

namespace nlohmann {

void adl_serializer<ironbus::wait>::to_json(json& out, const ironbus::wait& wait) {
  out = {{"for", to_string(wait.for_whom)},
         {"since", wait.since},
         {"until", wait.until},
         {"on_expiry", wait.on_expiry}};
  if (wait.task) out["task"] = *wait.task;
}

ironbus::wait adl_serializer<ironbus::wait>::from_json(const json& in) {
  ironbus::wait out{ironbus::awaited_names.read(in.at("for")),
                    in.at("since").get<ironbus::timestamp>(),
                    in.at("until").get<std::optional<ironbus::timestamp>>(),
                    in.at("on_expiry").get<std::string>()};
  ironbus::detail::read_member(in, "task", out.task);
  return out;
}

void adl_serializer<std::optional<ironbus::wait>>::to_json(
    json& out, const std::optional<ironbus::wait>& value) {
  if (value)
    out = *value;
  else
    out = nullptr;
}

void adl_serializer<std::optional<ironbus::wait>>::from_json(const json& in,
                                                             std::optional<ironbus::wait>& value) {
  value.reset();
  if (!in.is_null()) value.emplace(in.get<ironbus::wait>());
}

}  // namespace nlohmann
