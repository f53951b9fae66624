#pragma once

#include "actors/inspection/rules/apply.hpp"
#include "actors/inspection/rules/rule_set.hpp"

#include <string>
#include <vector>

namespace ironbus::test {

/// A node with two ports, an inventory with two interfaces and two disks, and secrets in all
/// documents.
inspection::documents sample_documents();

/// A rule of these conditions and actions (JSON), with a UUID that ends in its number.
json numbered_rule(int number, const std::string& conditions, const std::string& actions,
                   const std::string& further = "{}");

/// Compiles; the test fails if a rule is rejected.
std::vector<inspection::rule_ptr> compiled(const std::vector<json>& rules);

/// Why a rule is rejected; empty if it is not.
std::string refusal_of(const json& rule);
std::string refusal_of_condition(const std::string& condition);
std::string refusal_of_action(const std::string& action);

/// Applies the rules to the sample, with a trace.
inspection::outcome apply(const std::vector<json>& rules, inspection::apply_options options = {});
inspection::outcome apply_to(inspection::documents docs, const std::vector<json>& rules,
                             inspection::apply_options options = {});

/// Whether a condition holds for the sample.
bool holds_for_sample(const std::string& condition);

/// The node after an action; the test fails if the action fails.
json node_after(const std::string& action);

}  // namespace ironbus::test
