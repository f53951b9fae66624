#include "drivers/boot/network_boot_catalog.hpp"

#include "drivers/boot/ramdisk.hpp"
#include "drivers/kit/boot_calls.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/model/state_table.hpp"

namespace ironbus {

namespace {

std::vector<driver_property> network_boot_properties() {
  auto out = ramdisk_properties();
  const std::vector<driver_property> own{
      {"bootloader",
       "URL of the image of an EFI system partition, for the disk that UEFI HTTP boot fetches. "
       "Optional.",
       false},
      {"force_persistent_boot_device",
       "Whether boot devices are set persistently: Always, Never or Default (the ramdisk for one "
       "boot, the disk persistently). Optional.",
       false}};
  out.insert(out.end(), own.begin(), own.end());
  return out;
}

}  // namespace

interface_implementation network_boot_implementation(const network_boot& row,
                                                     const driver_options& options) {
  interface_implementation out;
  out.kind = "boot";
  out.name = row.name;
  out.steps = boot_calls(row.device);
  out.validate = [options](const node_snapshot& x) -> std::optional<failure> {
    const auto& node = x.attributes;
    const bool rescue = info(node.state).has(flag_rescue_boots);
    return check_ramdisk(node.driver_info, node.instance_info, options, rescue,
                         named_in(node.properties, "cpu_arch"));
  };
  out.validate_live = [rules = options.images, row](const node_snapshot& x) {
    return check_live_instance_of(x.attributes.instance_info, rules, row.loader);
  };
  out.properties = network_boot_properties();
  return out;
}

}  // namespace ironbus
