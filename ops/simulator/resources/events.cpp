#include "messages/platform/http_url.hpp"
#include "ops/simulator/redfish/body_check.hpp"
#include "ops/simulator/redfish/paths.hpp"
#include "ops/simulator/resources/event_service.hpp"
#include "ops/simulator/resources/handlers.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace ironbus::simulator {

namespace {

const std::string subscriptions_path = service_path("/EventService/Subscriptions");
constexpr size_t subscriptions_max = 20;
constexpr std::string_view event_types =
    "StatusChange,ResourceUpdated,ResourceAdded,"
    "ResourceRemoved,Alert";

auto find_subscription(const call& call) {
  const auto& text = call.ids[0];
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  auto& all = call.memory.subscriptions;
  return error == std::errc{} && end == text.data() + text.size() ? all.find(number) : all.end();
}

std::optional<fault> check_event_types(const json& body) {
  const auto given = body.find("EventTypes");
  if (given == body.end()) return std::nullopt;
  for (const auto& type : *given)
    if (!has_item(event_types, type.get<std::string>()))
      return fault{"PropertyValueNotInList", {type, "EventTypes"}, "#/EventTypes"};
  return std::nullopt;
}

bool is_destination(std::string_view text) {
  return parse_http_url(text.substr(0, text.find('?'))).has_value();
}

bool is_plain_text(const json& value) {
  return value.is_string() &&
         std::ranges::all_of(value.get_ref<const std::string&>(),
                             [](unsigned char c) { return c >= ' ' && c < 0x7f; });
}

/// Checks `[{"Name": "value"}, …]`.
std::optional<fault> check_headers(const json& body) {
  const auto given = body.find("HttpHeaders");
  if (given == body.end()) return std::nullopt;
  for (const auto& one : *given) {
    if (one.is_object() && std::ranges::all_of(one, is_plain_text)) continue;
    return fault{"PropertyValueTypeError", {"a header", "HttpHeaders"}, "#/HttpHeaders"};
  }
  return std::nullopt;
}

http::header_list read_headers(const json& body) {
  http::header_list out;
  for (const auto& one : body.value("HttpHeaders", json::array()))
    for (const auto& [name, value] : one.items()) out.emplace_back(name, value);
  return out;
}

std::optional<fault> check_subscription(const call& call) {
  std::vector<member_rule> rules{
      {"Destination", value_kind::text, {}, true},
      {"Protocol", value_kind::text, "Redfish", true},
      {"Context", value_kind::text},
      {"HttpHeaders", value_kind::list},
      {call.kind().event_types ? "EventTypes" : "RegistryPrefixes", value_kind::texts},
  };
  if (auto wrong = check_properties(call.body, rules, json::object())) return wrong;
  const auto destination = call.body["Destination"].get<std::string>();
  if (!is_destination(destination))
    return fault{"PropertyValueFormatError", {destination, "Destination"}, "#/Destination"};
  if (auto wrong = check_headers(call.body)) return wrong;
  return check_event_types(call.body);
}

}  // namespace

answer show_event_service(const call& call) {
  auto out = resource(service_path("/EventService"), "EventService.v1_5_0.EventService",
                      "EventService", "Event Service");
  out["ServiceEnabled"] = true;
  out["DeliveryRetryAttempts"] = delivery_retries;
  out["DeliveryRetryIntervalSeconds"] =
      std::chrono::ceil<std::chrono::seconds>(call.machine().speed().event_retry).count();
  if (call.kind().event_types)
    out["EventTypesForSubscription"] = items_of(event_types);
  else
    out["RegistryPrefixes"] = json::array({"Base", "ResourceEvent", "TaskEvent"});
  out["Status"] = good_status();
  out["Subscriptions"] = link_to(subscriptions_path);
  out["Actions"] = json::object();
  return reply{200, out};
}

answer list_subscriptions(const call& call) {
  std::vector<std::string> ids;
  for (const auto& [number, body] : call.memory.subscriptions)
    ids.push_back(std::to_string(number));
  return reply{200, collection(subscriptions_path, "EventDestinationCollection",
                               "Event subscriptions", member_links(subscriptions_path, ids))};
}

answer create_subscription(const call& call) {
  if (auto wrong = check_subscription(call)) return refuse(*wrong);
  auto& memory = call.memory;
  if (memory.subscriptions.size() >= subscriptions_max)
    return refuse({"EventSubscriptionLimitExceeded"});
  const auto number = ++memory.subscriptions_made;
  const auto id = std::to_string(number);
  auto shown = resource(subscriptions_path + "/" + id, "EventDestination.v1_8_0.EventDestination",
                        id, "Event subscription");
  shown["Context"] = "";
  shown.update(call.body);
  shown.erase("HttpHeaders");  // may contain secrets
  memory.subscriptions[number] = {shown, read_headers(call.body)};
  memory.machine.watch(true);
  return reply{201, shown, {{"Location", subscriptions_path + "/" + id}}};
}

answer show_subscription(const call& call) {
  const auto found = find_subscription(call);
  if (found == call.memory.subscriptions.end())
    return refuse({"ResourceNotFound", {"EventDestination", call.ids[0]}});
  return reply{200, found->second.shown};
}

answer delete_subscription(const call& call) {
  const auto found = find_subscription(call);
  if (found == call.memory.subscriptions.end())
    return refuse({"ResourceNotFound", {"EventDestination", call.ids[0]}});
  call.memory.subscriptions.erase(found);
  if (call.memory.subscriptions.empty()) call.machine().watch(false);
  return no_content();
}

}  // namespace ironbus::simulator
