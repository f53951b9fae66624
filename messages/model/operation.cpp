#include "messages/model/operation.hpp"

#include "messages/base/codec.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace ironbus {

namespace {

constexpr std::array<std::string_view, static_cast<size_t>(workflow::count_)> workflow_names{
    "verify",   "inspect", "automated_clean", "manual_clean", "deploy",
    "undeploy", "adopt",   "rescue",          "unrescue",     "service",
};

constexpr std::array<std::string_view, static_cast<size_t>(step_role::count_)> role_names{
    "prepare",
    "work",
    "finish",
};

constexpr std::array<std::string_view, static_cast<size_t>(awaited::count_)> awaited_names{
    "agent", "task", "operator", "driver", "timer", "children",
};

constexpr std::array<std::string_view, 5> reserved_steps{
    reserved_step::hold,      reserved_step::wait,   reserved_step::power_on,
    reserved_step::power_off, reserved_step::reboot,
};

template <class Enum>
Enum enum_from(std::span<const std::string_view> names, const json& in) {
  const auto& text = in.get_ref<const std::string&>();
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i] == text) return static_cast<Enum>(i);
  throw json::other_error::create(501, "unknown value", &in);
}

}  // namespace

std::string_view to_string(workflow x) { return workflow_names[static_cast<size_t>(x)]; }

std::string_view to_string(awaited x) { return awaited_names[static_cast<size_t>(x)]; }

wait::wait(awaited for_whom, timestamp since, std::optional<timestamp> until, std::string on_expiry)
    : for_whom(for_whom), since(since), until(until), on_expiry(std::move(on_expiry)) {}

bool is_reserved_step(std::string_view name) {
  return std::find(reserved_steps.begin(), reserved_steps.end(), name) != reserved_steps.end();
}

void to_json(json& out, const awaited& x) { out = to_string(x); }

void from_json(const json& in, awaited& x) { x = enum_from<awaited>(awaited_names, in); }

void to_json(json& out, const workflow& x) { out = to_string(x); }

void from_json(const json& in, workflow& x) { x = enum_from<workflow>(workflow_names, in); }

void to_json(json& out, const step_role& x) { out = role_names[static_cast<size_t>(x)]; }

void from_json(const json& in, step_role& x) { x = enum_from<step_role>(role_names, in); }

void to_json(json& out, const step& x) {
  out = {{"interface", x.interface},
         {"step", x.name},
         {"args", x.args},
         {"priority", x.priority},
         {"abortable", x.abortable},
         {"requires_ramdisk", x.requires_ramdisk},
         {"repeatable", x.repeatable}};
  if (x.in_agent) out["in_agent"] = true;
  if (x.collects_steps) out["collects_steps"] = true;
  if (x.unless_agent_stays) out["unless_agent_stays"] = true;
  if (!x.children.empty()) out["children"] = x.children;
  to_json(out["role"], x.role);
}

void from_json(const json& in, step& x) {
  in.at("interface").get_to(x.interface);
  in.at("step").get_to(x.name);
  x.args = in.value("args", json::object());
  x.priority = in.value("priority", step_priority{});
  x.abortable = in.value("abortable", false);
  x.requires_ramdisk = in.value("requires_ramdisk", false);
  x.repeatable = in.value("repeatable", true);
  x.in_agent = in.value("in_agent", false);
  x.collects_steps = in.value("collects_steps", false);
  x.unless_agent_stays = in.value("unless_agent_stays", false);
  x.children = in.value("children", std::vector<std::string>{});
  if (auto role = in.find("role"); role != in.end()) from_json(*role, x.role);
}

IRONBUS_CODEC(ledger_entry, interface, name, index, attempt, started_at, finished_at, status,
              worker, evidence)
IRONBUS_CODEC(operation, kind, id, steps, index, attempt, planned, ramdisk, agent_asked, restarts,
              agent_kept, children_left, started_at, ledger, request, user, request_id,
              abort_requested, failure, settled)
IRONBUS_CODEC(power_action, id, target, timeout_seconds, attempt, user)
IRONBUS_CODEC(step_id, node, operation_id, index, attempt)
IRONBUS_CODEC(driver_call, id, what, attempt, reply_to, correlation_id, of_parent, user)
IRONBUS_CODEC(deferred_command, id, type, data, reply_to, correlation_id, user, since, until,
              expires)

void to_json(json& out, const step_in_flight& x) {
  const auto* step = std::get_if<workflow_step>(&x.what);
  out = {{"operation_id", x.operation_id},
         {"index", x.index},
         {"attempt", x.attempt},
         {"since", x.since},
         {"until", x.until},
         {"heard", step != nullptr && step->heard}};
}

void from_json(const json& in, step_in_flight& x) {
  const step_in_flight none;
  x.operation_id = in.value("operation_id", none.operation_id);
  x.index = in.value("index", none.index);
  x.attempt = in.value("attempt", none.attempt);
  x.since = in.value("since", none.since);
  x.until = in.value("until", none.until);
  x.what = workflow_step{in.value("heard", false)};
}

}  // namespace ironbus

namespace nlohmann {

using ironbus::awaited;

void adl_serializer<ironbus::wait>::to_json(json& out, const ironbus::wait& x) {
  out = {{"for", to_string(x.for_whom)},
         {"since", x.since},
         {"until", x.until},
         {"on_expiry", x.on_expiry}};
}

ironbus::wait adl_serializer<ironbus::wait>::from_json(const json& in) {
  return {ironbus::enum_from<awaited>(ironbus::awaited_names, in.at("for")),
          in.at("since").get<ironbus::timestamp>(),
          in.at("until").get<std::optional<ironbus::timestamp>>(),
          in.at("on_expiry").get<std::string>()};
}

void adl_serializer<std::optional<ironbus::wait>>::to_json(json& out,
                                                           const std::optional<ironbus::wait>& x) {
  if (x)
    out = *x;
  else
    out = nullptr;
}

void adl_serializer<std::optional<ironbus::wait>>::from_json(const json& in,
                                                             std::optional<ironbus::wait>& x) {
  x.reset();
  if (!in.is_null()) x.emplace(in.get<ironbus::wait>());
}

}  // namespace nlohmann
