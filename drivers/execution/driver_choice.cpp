#include "drivers/execution/driver_choice.hpp"

#include "messages/contract/driver_contract.hpp"

namespace ironbus {

namespace {

/// Whether the step is one of the agent's own, which no catalogue has.
bool is_agents_own(const driver_catalog& catalog, const step_request& request,
                   const std::string& implementation) {
  const auto* declared = catalog.find(request.what.interface, implementation);
  return request.what.in_agent && declared != nullptr && declared->supported &&
         declared->find_step(request.what.name) == nullptr;
}

/// Whatever interface inspects a machine, this one makes the calls that rules ask for.
constexpr std::string_view caller_for_rules = "agent";

bool is_call_of_rule(const step_request& x) {
  return x.what.interface == "inspect" && x.what.name == reserved_step::call_api;
}

}  // namespace

std::shared_ptr<driver_interface> choose_driver(const registry& drivers,
                                                const step_request& request, std::string& why_not) {
  const auto& catalog = drivers.catalog();
  auto kind = request.what.interface;
  auto chosen = request.on.interfaces.find(kind);
  if (chosen == request.on.interfaces.end()) {
    why_not = "The node has no " + kind + " interface.";
    return nullptr;
  }
  const bool own = is_agents_own(catalog, request, chosen->second);
  if (own) chosen = request.on.interfaces.find(kind = "deploy");
  auto name = chosen == request.on.interfaces.end() ? std::string{} : chosen->second;
  if (is_call_of_rule(request)) name = caller_for_rules;
  const auto* declared = catalog.find(kind, name);
  auto found = drivers.find(kind, name);
  if (declared == nullptr || found == nullptr)
    why_not = "This worker has no " + kind + " interface '" + name + "'.";
  else if (!declared->supported)
    why_not = "Driver " + request.on.driver + " does not support " + kind + ".";
  else if (own ? !declared->through_agent : declared->find_step(request.what.name) == nullptr)
    why_not = "The " + kind + " interface '" + name + "' has no step '" + request.what.name + "'.";
  return why_not.empty() ? found : nullptr;
}

std::string wrong_arguments(const registry& drivers, const step_request& request) {
  const auto chosen = request.on.interfaces.find(request.what.interface);
  if (chosen == request.on.interfaces.end() ||
      is_agents_own(drivers.catalog(), request, chosen->second))
    return {};
  const auto* operation = find_operation(request.what.interface, request.what.name);
  return operation != nullptr ? wrong_values(*operation, request.what.args) : std::string{};
}

}  // namespace ironbus
