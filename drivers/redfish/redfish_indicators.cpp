#include "drivers/redfish/redfish_indicators.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr const char* led_key = "IndicatorLED";

struct led_row {
  std::string_view state;
  std::string_view word;
};

constexpr std::array led_rows{
    led_row{"on", "Lit"},
    led_row{"off", "Off"},
    led_row{"blinking", "Blinking"},
};

/// An indicator and its resource.
struct indicator_led {
  std::string name;  ///< <indicator>@<component>
  std::string component;
  redfish_resource holder;
};

using leds_result = boost::asio::awaitable<redfish_result<std::vector<indicator_led>>>;

bool has_lamp(const redfish_resource& x) { return !member_text(x.body, led_key).empty(); }

void add_led(std::vector<indicator_led>& out, std::string_view indicator,
             std::string_view component, redfish_resource holder) {
  if (!has_lamp(holder)) return;
  out.push_back({std::string{indicator} + "@" + std::string{component}, std::string{component},
                 std::move(holder)});
}

/// The drives of all storages; none if the BMC does not report them or needs a licence.
redfish_list get_drives(redfish_client bmc, redfish_resource system) {
  std::vector<std::string> links;
  const auto collection = link_at(system.body, {"Storage"});
  if (!collection.empty()) {
    const auto storages = co_await get_members(bmc, collection);
    if (!storages && storages.error().fault != redfish_fault::access &&
        storages.error().fault != redfish_fault::missing)
      co_return tl::unexpected(storages.error());
    if (storages)
      for (const auto& one : *storages)
        for (auto& link : links_at(one.body, {"Drives"})) links.push_back(std::move(link));
  }
  co_return co_await get_all(std::move(bmc), std::move(links));
}

std::string every_component() { return {}; }

/// The indicators that a component may have.
leds_result find_leds(redfish_call call, std::string component) {
  std::vector<indicator_led> out;
  const auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return tl::unexpected(system.error());
  add_led(out, "led", "system", *system);
  if (component.empty() || component == "chassis") {
    auto chassis = co_await get_chassis(call.bmc, *system, led_key);
    if (!chassis && chassis.error().fault != redfish_fault::missing)
      co_return tl::unexpected(chassis.error());
    if (chassis) add_led(out, "led", "chassis", std::move(*chassis));
  }
  if (component.empty() || component == "disk") {
    auto drives = co_await get_drives(call.bmc, *system);
    if (!drives) co_return tl::unexpected(drives.error());
    for (auto& one : *drives) {
      const auto id = member_text(one.body, "Id");
      add_led(out, id, "disk", std::move(one));
    }
  }
  co_return out;
}

json shown_led(const indicator_led& one) {
  json states = json::array();
  for (const auto& row : led_rows) states.push_back(row.state);
  return {{"name", one.name},
          {"component", one.component},
          {"readonly", false},
          {"states", std::move(states)}};
}

using led_result = boost::asio::awaitable<redfish_result<indicator_led>>;

led_result find_led(redfish_call call) {
  const auto name = member_text(call.request.what.args, "indicator");
  const auto mark = name.rfind('@');
  auto component = mark == std::string::npos ? name : name.substr(mark + 1);
  auto all = co_await find_leds(std::move(call), std::move(component));
  if (!all) co_return tl::unexpected(all.error());
  for (auto& one : *all)
    if (one.name == name) co_return std::move(one);
  co_return redfish_refusal("The machine has no indicator '" + name + "'.");
}

redfish_outcome get_indicators(redfish_call call) {
  const auto all = co_await find_leds(std::move(call), every_component());
  if (!all) co_return redfish_step_failed(all.error());
  json out = json::array();
  for (const auto& one : *all) out.push_back(shown_led(one));
  co_return redfish_answered(std::move(out));
}

redfish_outcome get_indicator(redfish_call call) {
  const auto found = co_await find_led(std::move(call));
  if (!found) co_return redfish_step_failed(found.error());
  const auto word = member_text(found->holder.body, led_key);
  const auto* row = std::find_if(led_rows.begin(), led_rows.end(),
                                 [&](const auto& one) { return one.word == word; });
  if (row == led_rows.end())
    co_return step_failed("The BMC does not report the state of " + found->name + ".");
  json answer = json::object();
  answer["state"] = row->state;
  co_return redfish_answered(std::move(answer));
}

redfish_outcome set_indicator(redfish_call call) {
  const auto state = member_text(call.request.what.args, "state");
  const auto* row = std::find_if(led_rows.begin(), led_rows.end(),
                                 [&](const auto& one) { return one.state == state; });
  if (row == led_rows.end())
    co_return step_refused("The state '" + state +
                           "' is not supported; allowed: on, off, blinking.");
  auto found = co_await find_led(call);
  if (!found) co_return redfish_step_failed(found.error());
  json change = json::object();
  change[led_key] = row->word;
  const auto changed = co_await call.bmc.patch(std::move(found->holder), std::move(change));
  if (!changed) co_return redfish_step_failed(changed.error());
  co_return step_done();
}

}  // namespace

redfish_outcome get_redfish_indicators(redfish_call call) {
  return get_indicators(std::move(call));
}

redfish_outcome get_redfish_indicator(redfish_call call) { return get_indicator(std::move(call)); }

redfish_outcome set_redfish_indicator(redfish_call call) { return set_indicator(std::move(call)); }

}  // namespace ironbus
