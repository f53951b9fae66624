#pragma once

#include "messages/base/json.hpp"

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ironbus {

/// The rules for a list of steps that a client sends. Every step is an object with the name of the
/// `step`, the kind of its `interface`, which the conductor's own steps may omit, and its `args`.
/// Reference: steps of provision requests, deploy templates and runbooks of the Bare Metal API v1.
struct step_list_form {
  std::string_view order_key;               ///< The member that orders the steps.
  bool (*is_order)(const json& value);      ///< Its check,
  std::string_view orders;                  ///< and the check in words.
  bool order_needed;                        ///< Every step must have it.
  bool args_needed;                         ///< Every step must have `args`, even if {}.
  bool on_children;                         ///< Steps may run on the node's children.
  bool distinct;                            ///< A step of an interface occurs at most once.
  bool may_be_empty;                        ///< The list may be empty.
  std::span<const std::string_view> kinds;  ///< Kinds whose steps are allowed.
};

extern const step_list_form deploy_request_steps;  ///< `deploy_steps` of a provision request.
/// `clean_steps` and `service_steps` of a provision request.
extern const step_list_form work_request_steps;
extern const step_list_form template_steps;  ///< Steps of a deploy template.
extern const step_list_form runbook_steps;   ///< Steps of a runbook.

/// The allowed members of a step: interface, step, args, the order key, ….
std::vector<std::string_view> step_members(const step_list_form& form);

/// Checks the list under `key`. `invalid` names the step by its path ("clean_steps/0/args") and the
/// allowed values. Only the node can check whether its drivers have the step.
result<std::monostate> check_step_list(const step_list_form& form, const std::string& key,
                                       const json& steps);

}  // namespace ironbus
