#pragma once

#include "ops/simulator/redfish/call.hpp"

#include <string>
#include <string_view>

namespace ironbus::simulator {

inline constexpr std::string_view led_values = "Lit,Blinking,Off";

/// The IndicatorLED of a resource.
std::string show_indicator(const call& call, std::string_view name);
/// Sets it from the body, if the body contains it.
void change_indicator(const call& call, std::string_view name);
/// PATCH of a resource with no other changeable member. `shown`: the current resource.
answer change_indicator_only(const call& call, std::string_view name, const json& shown);

}  // namespace ironbus::simulator
