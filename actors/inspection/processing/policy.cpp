#include "actors/inspection/processing/policy.hpp"

namespace ironbus::inspection {

result<policy> make_policy(const policy_options& x) {
  auto hooks = choose_hooks(x.hooks);
  if (!hooks) return fail(error_code::invalid, "inspector.hooks: " + hooks.error().message);
  auto supported = pattern::compile(x.supported_interfaces);
  if (!supported)
    return fail(error_code::invalid,
                "inspection_rules.supported_interfaces: " + supported.error().message);
  return policy{std::move(*hooks),
                x.work,
                x.mask,
                x.default_scope,
                std::move(*supported),
                x.api_call_hosts,
                x.discovery_scope,
                x.keeps_inventory};
}

const policy& default_policy() {
  static const policy out = make_policy({}).value();
  return out;
}

std::span<const rule_ptr> rules_of(const rules_in_force& x) {
  return x ? std::span<const rule_ptr>{*x} : std::span<const rule_ptr>{};
}

}  // namespace ironbus::inspection
