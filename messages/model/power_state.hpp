#pragma once

#include <cstdint>
#include <string_view>

namespace ironbus {

/// The known power state of a machine: "power on", "power off", "error" in texts. Unknown: an empty
/// optional, null in texts.
enum class power_state : uint8_t { on, off, error, count_ };

std::string_view to_string(power_state x);
bool from_string(std::string_view name, power_state& out);

}  // namespace ironbus
