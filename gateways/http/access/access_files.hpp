#pragma once

#include "messages/base/json.hpp"
#include "messages/rights/rule_set.hpp"

#include <map>
#include <string>
#include <vector>

namespace ironbus::http {

/// The identities of users that log in by a password, by user name.
using user_roles = std::map<std::string, rights::identity, std::less<>>;

/// Reads a YAML map of users:
///     ann: {roles: [admin], system: true}
///     bob: {roles: [member], project: 3f2504e0-…, project_name: web}
/// Each user has roles, and either the scope `system` or a project. The roles admin, manager and
/// member imply the ones after them, down to reader. `invalid` names the user and what is wrong.
result<user_roles> parse_user_roles(const std::string& text);

/// Adds the roles that admin, manager and member imply.
void add_implied_roles(rights::identity& who);

/// Reads YAML: texts, true and false, lists and maps. `invalid` names the line.
result<json> read_access_document(const std::string& text);

/// Reads the member `roles` of an entry: a list of names. Returns them in lower case, with the
/// roles that they imply.
result<std::vector<std::string>> read_role_list(const json& value);

/// Texts of policy rules by name, as in a policy.yaml of oslo.policy.
using rule_texts = std::map<std::string, std::string>;

/// Reads a YAML map of rules. `invalid` names the line or the rule.
result<rule_texts> parse_rule_texts(const std::string& text);

/// Read a file. `invalid` names the file and what is wrong.
result<user_roles> read_user_roles(const std::string& path);
result<rights::rule_set> read_policy(const std::string& path, const rights::rule_options& options);

}  // namespace ironbus::http
