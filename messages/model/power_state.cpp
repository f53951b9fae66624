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

member_codecs<unconfirmed_power> members_of(const unconfirmed_power*) {
  using x = unconfirmed_power;
  static constexpr auto all =
      sorted_members(coded_member<&x::order>("order"), coded_member<&x::since>("since"),
                     coded_member<&x::sender>("by"), coded_member<&x::reason>("reason"));
  return all;
}

member_codecs<power_difference> members_of(const power_difference*) {
  using x = power_difference;
  static constexpr auto all =
      sorted_members(coded_member<&x::found>("found"), coded_member<&x::since>("since"));
  return all;
}

}  // namespace ironbus
