#pragma once

#include "messages/base/json.hpp"

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ironbus {

/// What is allowed in a list of steps that a client gives. Every step is an object with the name of
/// the `step`, the kind of its `interface`, which the conductor's own steps may leave out, and its
/// `args`. Reference: steps of provision requests, deploy templates and runbooks of the Bare Metal
/// API v1.
struct step_list_form {
  std::string_view order_key;               ///< The member that orders the steps.
  bool (*is_order)(const json& value);      ///< What it may be,
  std::string_view orders;                  ///< and in words.
  bool order_needed;                        ///< No step without it.
  bool args_needed;                         ///< No step without `args`; they may be {}.
  bool on_children;                         ///< Steps may run on the node's children.
  bool distinct;                            ///< A step of an interface stands there once at most.
  bool may_be_empty;                        ///< No step at all is a list, too.
  std::span<const std::string_view> kinds;  ///< Of interfaces that have such steps.
};

extern const step_list_form deploy_request_steps;  ///< `deploy_steps` of a provision request.
extern const step_list_form work_request_steps;    ///< `clean_steps` and `service_steps` of one.
extern const step_list_form template_steps;        ///< Of a deploy template.
extern const step_list_form runbook_steps;         ///< Of a runbook.

/// The members that a step may have: interface, step, args, what orders it, ….
std::vector<std::string_view> step_members(const step_list_form& form);

/// Checks the list that stands under `key`. `invalid` names the step by its place
/// ("clean_steps/0/args") and what is allowed. Whether a node's drivers have the step is for the
/// node to say.
result<std::monostate> check_step_list(const step_list_form& form, const std::string& key,
                                       const json& steps);

}  // namespace ironbus
