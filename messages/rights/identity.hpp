#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::rights {

/// Who sent a request, as the gateway has proved it. A missing value is equal to nothing.
struct identity {
  std::string user_name;
  std::string user_id;
  std::string user_domain_id;
  std::vector<std::string> roles;  ///< In lower case, with the roles that they imply.
  bool is_system = false;          ///< The scope is the whole system.
  std::string project_id;          ///< The scope is a project.
  std::string project_name;
  std::string project_domain_id;
  std::string domain_id;  ///< The scope is a domain, which no rule accepts.

  bool operator==(const identity&) const = default;
};

bool has_role(const identity& who, std::string_view lower_case_role);

/// The attribute of that name in policy rules, such as "project_id" or "system_scope".
std::optional<std::string_view> attribute_of(const identity& who, std::string_view name);

}  // namespace ironbus::rights
