#include "actors/node/planning/boot_device.hpp"

#include "messages/base/text.hpp"
#include "messages/contract/driver_operations.hpp"

namespace ironbus {

bool sets_boot_device(const step& x) {
  return driver_operation{x.interface, x.name} == driver_operations::management::set_boot_device;
}

void decide_persistence(const node& attributes, step& step) {
  const auto found = attributes.driver_info.find("force_persistent_boot_device");
  if (!sets_boot_device(step) || found == attributes.driver_info.end()) return;
  if (*found == "Never") step.args.edit()["persistent"] = false;
  if (*found == "Always" || *found == true ||
      (found->is_string() && boolean_word(found->get<std::string>()).value_or(false)))
    step.args.edit()["persistent"] = true;
}

}  // namespace ironbus
