#pragma once

#include "ops/simulator/redfish/call.hpp"

#include <string>
#include <string_view>

namespace ironbus::simulator {

inline constexpr std::string_view led_values = "Lit,Blinking,Off";

/// IndicatorLED of what is called so.
std::string show_indicator(const call& call, std::string_view name);
/// Takes it from the body, if it is there.
void change_indicator(const call& call, std::string_view name);
/// PATCH of a resource that has nothing else to change. `shown` is what it shows.
answer change_indicator_only(const call& call, std::string_view name, const json& shown);

}  // namespace ironbus::simulator
