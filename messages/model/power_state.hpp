#pragma once

#include <cstdint>
#include <string_view>

namespace ironbus {

/// What the power of a machine is, as far as that is known: "power on", "power off", "error" where
/// texts have it. Not known: an empty optional, null in texts.
enum class power_state : uint8_t { on, off, error, count_ };

std::string_view to_string(power_state x);
bool from_string(std::string_view name, power_state& out);

}  // namespace ironbus
