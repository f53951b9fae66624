#pragma once

#include "messages/rights/rule_set.hpp"
#include "ops/ironbusd/commands/requests.hpp"
#include "ops/ironbusd/configuration/configuration.hpp"

#include <string>

namespace ironbus::daemon {

/// `ironbusd policy check | show | explain`. Returns the exit code.
int run_policy_command(const command_line& asked, const settings& values);

/// All rules as YAML, with what each allows.
std::string rules_yaml(const rights::rule_set& rules);

/// Whether a rule allows a request, and the result of each of its checks, indented by depth.
std::string explanation(const rights::rule_set& rules, const std::string& rule,
                        const rights::identity& who, const rights::subject& object);

}  // namespace ironbus::daemon
