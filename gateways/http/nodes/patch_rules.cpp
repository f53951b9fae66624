#include "gateways/http/nodes/patch_rules.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

struct field_rule {
  std::string_view prefix;  ///< Of the path of an operation.
  std::string_view rule;
};

// The first prefix that fits counts.
constexpr std::array patched_fields{
    field_rule{"/instance_info", "baremetal:node:update_instance_info"},
    field_rule{"/instance_name", "baremetal:node:update_instance_info"},
    field_rule{"/extra", "baremetal:node:update_extra"},
    field_rule{"/driver_info", "baremetal:node:update:driver_info"},
    field_rule{"/properties", "baremetal:node:update:properties"},
    field_rule{"/chassis_uuid", "baremetal:node:update:chassis_uuid"},
    field_rule{"/instance_uuid", "baremetal:node:update:instance_uuid"},
    field_rule{"/lessee", "baremetal:node:update:lessee"},
    field_rule{"/owner", "baremetal:node:update:owner"},
    field_rule{"/driver", "baremetal:node:update:driver_interfaces"},
    field_rule{"/network_data", "baremetal:node:update:network_data"},
    field_rule{"/conductor_group", "baremetal:node:update:conductor_group"},
    field_rule{"/name", "baremetal:node:update:name"},
    field_rule{"/retired", "baremetal:node:update:retired"},
    field_rule{"/shard", "baremetal:node:update:shard"},
    field_rule{"/parent_node", "baremetal:node:update:parent_node"},
    field_rule{"/disable_power_off", "baremetal:node:update:disable_power_off"},
};

constexpr std::string_view other_fields = "baremetal:node:update";

std::string_view rule_of_operation(const patch_operation& operation) {
  if (operation.path.ends_with("_interface")) return "baremetal:node:update:driver_interfaces";
  if (operation.path == "/automated_clean" && operation.value == false)
    return "baremetal:node:disable_cleaning";
  const auto* found =
      std::find_if(patched_fields.begin(), patched_fields.end(),
                   [&](const auto& row) { return operation.path.starts_with(row.prefix); });
  return found == patched_fields.end() ? other_fields : found->rule;
}

}  // namespace

rule_names rules_of_patch(const std::vector<patch_operation>& patch) {
  rule_names out;
  for (const auto& one : patch) {
    const auto rule = rule_of_operation(one);
    if (std::find(out.begin(), out.end(), rule) == out.end()) out.push_back(rule);
  }
  return out;
}

}  // namespace ironbus::http
