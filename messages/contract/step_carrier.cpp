#include "messages/contract/step_carrier.hpp"

namespace ironbus {

namespace {

/// This implementation makes the calls of inspection rules, whatever interface inspects the
/// machine.
constexpr std::string_view caller_for_rules = "agent";

bool is_call_of_rule(const step& what) {
  return what.interface == "inspect" && what.name == reserved_step::call_api;
}

std::string chosen_name(const std::map<std::string, std::string>& interfaces,
                        const std::string& kind) {
  const auto found = interfaces.find(kind);
  return found == interfaces.end() ? std::string{} : found->second;
}

}  // namespace

step_carrier find_carrier(const driver_catalog& drivers, const step& what,
                          const std::map<std::string, std::string>& interfaces) {
  step_carrier out{what.interface, chosen_name(interfaces, what.interface)};
  const auto* declared = drivers.find(out.kind, out.name);
  out.agents_own = what.in_agent && declared != nullptr && declared->supported &&
                   declared->find_step(what.name) == nullptr;
  if (out.agents_own) out = {"deploy", chosen_name(interfaces, "deploy"), true};
  if (is_call_of_rule(what) && !out.name.empty()) out.name = caller_for_rules;
  return out;
}

}  // namespace ironbus
