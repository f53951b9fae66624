#include "ops/ironbusd/commands/policy_command.hpp"

#include "gateways/cli/printable.hpp"
#include "gateways/http/access/access_files.hpp"
#include "messages/base/text.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"

#include <algorithm>
#include <iostream>

namespace ironbus::daemon {

namespace {

int end_policy(exit_code code, const std::string& why) {
  std::cerr << "ironbusd policy: " << cli::printable(why) << std::endl;
  return code;
}

std::string_view meaning_of(std::string_view rule) {
  const auto table = rights::rule_table();
  const auto row =
      std::find_if(table.begin(), table.end(), [&](const auto& x) { return x.name == rule; });
  return row == table.end() ? "Rule of the operator" : row->meaning;
}

result<rights::rule_set> rules_in_effect(const settings& values) {
  rights::rule_options options;
  if (values.api.rbac_service_role_elevated_access)
    options.service_project = values.api.rbac_service_project_name;
  if (values.api.policy_file.empty()) return rights::rule_set{options};
  return http::read_policy(values.api.policy_file, options);
}

result<rights::identity> identity_for(const policy_request& asked, const settings& values) {
  if (!asked.who.user_name.empty()) {
    const auto users = http::read_user_roles(values.api.user_roles_file);
    if (!users) return tl::unexpected(users.error());
    const auto found = users->find(asked.who.user_name);
    if (found == users->end())
      return fail(error_code::not_found, "User '" + asked.who.user_name +
                                             "' is not in the file of roles and may do nothing.");
    return found->second;
  }
  auto out = asked.who;
  out.is_system = asked.system;
  for (const auto& role : asked.roles) out.roles.push_back(lower(role));
  return out;
}

rights::subject subject_for(const policy_request& asked) {
  rights::subject out;
  if (!asked.owner.empty()) out.node_owner = out.allocation_owner = out.runbook_owner = asked.owner;
  if (!asked.lessee.empty()) out.node_lessee = asked.lessee;
  return out;
}

/// The results of a rule and its parts, one a line.
class rule_explainer {
public:
  rule_explainer(const rights::rule_set& rules, const rights::identity& who,
                 const rights::subject& object)
      : rules_(rules), who_(who), object_(object) {}

  std::string lines_of(const rights::expression& part, size_t depth) const {
    using kind = rights::expression::kind;
    const bool holds = rules_.check(part, who_, &object_) == rights::permission::granted;
    auto out = std::string(2 * depth, ' ') + (holds ? "holds  " : "fails  ") +
               rights::text_of(part) + "\n";
    for (const auto& inner : part.parts) out += lines_of(inner, depth + 1);
    const auto* named = part.is == kind::rule ? rules_.find(part.right) : nullptr;
    return named == nullptr ? out : out + lines_of(named->tree, depth + 1);
  }

private:
  const rights::rule_set& rules_;
  const rights::identity& who_;
  const rights::subject& object_;
};

int explain(const command_line& asked, const settings& values, const rights::rule_set& rules) {
  const auto& rule = asked.policy.rule;
  if (!rules.has(rule))
    return end_policy(exit_usage, "there is no rule '" + rule + "'; see `ironbusd policy show`.");
  const auto who = identity_for(asked.policy, values);
  if (!who) return end_policy(exit_usage, who.error().message);
  const auto object = subject_for(asked.policy);
  std::cout << explanation(rules, rule, *who, object) << std::flush;
  return rules.allows(rule, *who, object) ? exit_ok : exit_refused;
}

}  // namespace

std::string rules_yaml(const rights::rule_set& rules) {
  std::string out;
  for (const auto& [name, rule] : rules.all())
    out += "# " + std::string{meaning_of(name)} + ".\n\"" + name + "\": \"" +
           rights::text_of(rule.tree) + "\"\n";
  return out;
}

std::string explanation(const rights::rule_set& rules, const std::string& rule,
                        const rights::identity& who, const rights::subject& object) {
  const auto* found = rules.find(rule);
  const bool allowed = rules.allows(rule, who, object);
  auto out = rule + ": " + (allowed ? "allowed" : "denied") + "\n";
  if (!allowed && found->scope == rights::rule_scope::system && !who.is_system)
    out += "  the rule accepts the scope of the system only\n";
  return out + rule_explainer{rules, who, object}.lines_of(found->tree, 1);
}

int run_policy_command(const command_line& asked, const settings& values) {
  const auto rules = rules_in_effect(values);
  if (!rules) return end_policy(exit_configuration, rules.error().message);
  if (asked.what == command_kind::policy_explain) return explain(asked, values, *rules);
  if (asked.what == command_kind::policy_show) {
    std::cout << rules_yaml(*rules) << std::flush;
    return exit_ok;
  }
  for (const auto& name : rules->unknown_names())
    std::cout << "warning: no rule has the name '" << cli::printable(name) << "'; it denies\n";
  std::cout << "The files of roles and rules are right." << std::endl;
  return exit_ok;
}

}  // namespace ironbus::daemon
