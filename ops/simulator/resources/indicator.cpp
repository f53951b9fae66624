#include "ops/simulator/resources/indicator.hpp"

#include "ops/simulator/redfish/body_check.hpp"

#include <array>

namespace ironbus::simulator {

std::string show_indicator(const call& call, std::string_view name) {
  const auto& all = call.machine().indicators;
  const auto found = all.find(name);
  return found == all.end() ? "Off" : found->second;
}

void change_indicator(const call& call, std::string_view name) {
  if (const auto wanted = call.body.find("IndicatorLED"); wanted != call.body.end())
    call.machine().indicators[std::string{name}] = wanted->get<std::string>();
}

answer change_indicator_only(const call& call, std::string_view name, const json& shown) {
  static constexpr std::array rules{member_rule{"IndicatorLED", value_kind::text, led_values}};
  if (auto wrong = check_properties(call.body, rules, shown)) return refuse(*wrong);
  change_indicator(call, name);
  return no_content();
}

}  // namespace ironbus::simulator
