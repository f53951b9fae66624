#include "drivers/execution/driver_choice.hpp"

#include "messages/contract/driver_contract.hpp"
#include "messages/contract/step_carrier.hpp"

namespace ironbus {

std::shared_ptr<driver_interface> choose_driver(const registry& drivers,
                                                const step_request& request, std::string& why_not) {
  const auto& catalog = drivers.catalog();
  const auto [kind, name, own] = find_carrier(catalog, request.what, request.machine.interfaces);
  const auto* declared = catalog.find(kind, name);
  auto found = drivers.find(kind, name);
  if (name.empty())
    why_not = "The node has no " + kind + " interface.";
  else if (declared == nullptr || found == nullptr)
    why_not = "This driver worker has no " + kind + " interface '" + name + "'.";
  else if (!declared->supported)
    why_not = "Driver " + request.machine.driver + " does not support " + kind + ".";
  else if (own ? !declared->through_agent : declared->find_step(request.what.name) == nullptr)
    why_not = "The " + kind + " interface '" + name + "' has no step '" + request.what.name + "'.";
  return why_not.empty() ? found : nullptr;
}

std::string wrong_arguments(const registry& drivers, const step_request& request) {
  const auto carrier = find_carrier(drivers.catalog(), request.what, request.machine.interfaces);
  if (carrier.name.empty() || carrier.agents_own) return {};
  const auto* operation = find_operation(request.what.interface, request.what.name);
  return operation != nullptr ? wrong_values(*operation, request.what.args) : std::string{};
}

}  // namespace ironbus
