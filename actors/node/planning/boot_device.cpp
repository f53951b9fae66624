#include "actors/node/planning/boot_device.hpp"

#include "messages/base/text.hpp"
#include "messages/contract/driver_operations.hpp"

#include <algorithm>

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

void choose_known_device(step& step, const interface_implementation& management) {
  if (!sets_boot_device(step)) return;
  const auto& known = management.boot_devices;
  const auto knows = [&known](const char* device) {
    return std::find(known.begin(), known.end(), device) != known.end();
  };
  if (step.args.value("device", json{}) == "uefihttp" && !knows("uefihttp") && knows("pxe"))
    step.args.edit()["device"] = "pxe";
}

}  // namespace ironbus
