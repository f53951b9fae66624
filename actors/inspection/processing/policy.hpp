#pragma once

#include "actors/inspection/hooks/hook.hpp"
#include "actors/inspection/processing/rules_in_force.hpp"
#include "actors/inspection/rules/apply.hpp"
#include "actors/inspection/rules/rule_set.hpp"
#include "actors/inspection/values/pattern.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::inspection {

/// Options of inspection as configured. Comments name the options.
struct policy_options {
  std::vector<std::string> hooks{"ramdisk-error", "validate-interfaces", "ports", "architecture"};
  hook_options work;
  mask_mode mask = mask_mode::always;  ///< mask_secrets
  std::string default_scope;           ///< Of rules without one.
  std::string supported_interfaces{supported_interfaces_default};
  std::vector<std::string> api_call_hosts;  ///< Lower-case.
  std::string discovery_scope;              ///< auto_discovery.inspection_scope
  bool keeps_inventory = true;              ///< inventory.data_backend is not `none`.
};

/// The options, checked and compiled. Immutable; shared by all threads.
struct policy {
  hook_list hooks;
  hook_options work;
  mask_mode mask = mask_mode::always;
  std::string default_scope;
  std::optional<pattern> supported;
  std::vector<std::string> api_call_hosts;
  std::string discovery_scope;
  bool keeps_inventory = true;
};

/// `invalid` with "<option>: sentence".
result<policy> make_policy(const policy_options& policy_options);

/// The rules in force as a span; null: none.
std::span<const rule_ptr> rules_of(const rules_in_force& x);

}  // namespace ironbus::inspection
