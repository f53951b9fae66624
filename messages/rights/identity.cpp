#include "messages/rights/identity.hpp"

#include <algorithm>
#include <array>

namespace ironbus::rights {

namespace {

struct named_attribute {
  std::string_view name;
  std::string identity::*value;
};

constexpr std::array<named_attribute, 7> attributes{{
    {"user_id", &identity::user_id},
    {"user_name", &identity::user_name},
    {"user_domain_id", &identity::user_domain_id},
    {"project_id", &identity::project_id},
    {"project_name", &identity::project_name},
    {"project_domain_id", &identity::project_domain_id},
    {"domain_id", &identity::domain_id},
}};

}  // namespace

bool has_role(const identity& who, std::string_view lower_case_role) {
  return std::find(who.roles.begin(), who.roles.end(), lower_case_role) != who.roles.end();
}

std::optional<std::string_view> attribute_of(const identity& who, std::string_view name) {
  if (name == "system_scope")
    return who.is_system ? std::optional<std::string_view>{"all"} : std::nullopt;
  const auto* found = std::find_if(attributes.begin(), attributes.end(),
                                   [&](const auto& x) { return x.name == name; });
  if (found == attributes.end() || (who.*found->value).empty()) return std::nullopt;
  return who.*found->value;
}

}  // namespace ironbus::rights
