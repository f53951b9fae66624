#include "messages/wire/dead_letter_order.hpp"

#include "messages/base/enum_text.hpp"

namespace ironbus {

namespace {

constexpr enum_text<dead_letter_action> action_names{{"send", "drop"}};

}  // namespace

std::string_view to_string(dead_letter_action x) { return action_names[x]; }

bool from_string(std::string_view name, dead_letter_action& out) {
  return action_names.read(name, out);
}

member_codecs<dead_letter_order> members_of(const dead_letter_order*) {
  using x = dead_letter_order;
  static constexpr auto all =
      sorted_members(coded_member<&x::number>("number"), coded_member<&x::action>("action"),
                     coded_member<&x::letter>("letter"));
  return all;
}

}  // namespace ironbus
