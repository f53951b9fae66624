#include "actors/inspection/processing/policy.hpp"

namespace ironbus::inspection {

result<policy> make_policy(const policy_options& policy_options) {
  auto hooks = choose_hooks(policy_options.hooks);
  if (!hooks) return fail(error_code::invalid, "inspector.hooks: " + hooks.error().message);
  auto supported = pattern::compile(policy_options.supported_interfaces);
  if (!supported)
    return fail(error_code::invalid,
                "inspection_rules.supported_interfaces: " + supported.error().message);
  return policy{std::move(*hooks),
                policy_options.work,
                policy_options.mask,
                policy_options.default_scope,
                std::move(*supported),
                policy_options.api_call_hosts,
                policy_options.discovery_scope,
                policy_options.keeps_inventory};
}

const policy& default_policy() {
  static const policy out = make_policy({}).value();
  return out;
}

std::span<const rule_ptr> rules_of(const rules_in_force& x) {
  return x ? std::span<const rule_ptr>{*x} : std::span<const rule_ptr>{};
}

}  // namespace ironbus::inspection
