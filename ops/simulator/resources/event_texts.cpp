#include "ops/simulator/resources/event_texts.hpp"

#include "ops/simulator/redfish/paths.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulator {

namespace {

struct event_row {
  machine_event_kind what;
  std::string_view types;  ///< EventTypes for this event; the first subscribed one is used.
  std::string_view registry;
  std::string_view message;
  std::string_view severity;
  std::string_view text;
};

// Texts of DMTF's registries ResourceEvent and TaskEvent. Their argument is the resource.
constexpr std::array event_rows{
    event_row{machine_event_kind::powered_on, "StatusChange,Alert,ResourceUpdated", "ResourceEvent",
              "1.3.ResourcePoweredOn", "OK", "The resource '%1' has powered on."},
    event_row{machine_event_kind::powered_off, "StatusChange,Alert,ResourceUpdated",
              "ResourceEvent", "1.3.ResourcePoweredOff", "OK",
              "The resource '%1' has powered off."},
    event_row{machine_event_kind::task_completed, "StatusChange,Alert,ResourceUpdated", "TaskEvent",
              "1.0.TaskCompletedOK", "OK", "The task with Id '%1' has completed."},
    event_row{machine_event_kind::task_failed, "Alert,StatusChange,ResourceUpdated", "TaskEvent",
              "1.0.TaskCompletedWarning", "Warning",
              "The task with Id '%1' has completed with warnings."},
};

const event_row& row_of(machine_event_kind what) {
  return *std::ranges::find(event_rows, what, &event_row::what);
}

bool lists(const json& list, std::string_view item) {
  return std::ranges::any_of(list, [&](const json& one) { return one == item; });
}

/// The type of the event for this subscription; empty: not subscribed. A subscription without types
/// and registries receives all events.
std::string wanted_type(const json& subscription, const event_row& row) {
  const auto types = subscription.find("EventTypes");
  const auto registries = subscription.find("RegistryPrefixes");
  if (registries != subscription.end() && !registries->empty() && !lists(*registries, row.registry))
    return {};
  for (const auto& type : items_of(row.types))
    if (types == subscription.end() || types->empty() || lists(*types, type)) return type;
  return {};
}

std::string origin_of(const bmc_memory& memory, const machine_event& what) {
  if (row_of(what.what).registry == "TaskEvent")
    return service_path("/TaskService/Tasks/" + what.task);
  return system_path(memory.machine.kind());
}

json event_body(bmc_memory& memory, const json& subscription, const machine_event& what,
                const std::string& type) {
  const auto& row = row_of(what.what);
  const auto origin = origin_of(memory, what);
  const auto id = std::to_string(++memory.events_made);
  const auto argument = what.task.empty() ? origin : what.task;
  std::string text{row.text};
  text.replace(text.find("%1"), 2, argument);
  const json record{{"MemberId", "0"},
                    {"EventId", id},
                    {"EventType", type},
                    {"EventTimestamp", to_string(what.when)},
                    {"MessageId", std::string{row.registry} + "." + std::string{row.message}},
                    {"MessageArgs", json::array({argument})},
                    {"Message", text},
                    {"Severity", row.severity},
                    {"MessageSeverity", row.severity},
                    {"OriginOfCondition", link_to(origin)}};
  return {{"@odata.type", "#Event.v1_7_0.Event"},
          {"Id", id},
          {"Name", "Event"},
          {"Context", subscription["Context"]},
          {"Events", json::array({record})}};
}

}  // namespace

std::vector<outgoing_event> take_events(bmc_memory& memory) {
  std::vector<outgoing_event> out;
  for (const auto& what : memory.machine.take_machine_events())
    for (const auto& [number, one] : memory.subscriptions) {
      const auto type = wanted_type(one.shown, row_of(what.what));
      if (type.empty()) continue;
      out.push_back({one.shown["Destination"], one.headers,
                     to_text(event_body(memory, one.shown, what, type))});
    }
  return out;
}

}  // namespace ironbus::simulator
