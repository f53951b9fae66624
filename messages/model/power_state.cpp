#include "messages/model/power_state.hpp"

#include "messages/base/enum_text.hpp"

namespace ironbus {

namespace {

constexpr enum_text<power_state> power_state_names{{{"power on", "power off", "error"}}};

}  // namespace

std::string_view to_string(power_state x) { return power_state_names[x]; }
bool from_string(std::string_view name, power_state& out) {
  return power_state_names.read(name, out);
}

}  // namespace ironbus
