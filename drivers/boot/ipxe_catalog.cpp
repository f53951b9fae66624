#include "drivers/boot/ipxe_catalog.hpp"

#include "drivers/boot/ramdisk.hpp"
#include "drivers/kit/boot_calls.hpp"
#include "messages/model/state_table.hpp"

namespace ironbus {

std::vector<interface_implementation> ipxe_implementations(const driver_options& options) {
  interface_implementation out;
  out.kind = "boot";
  out.name = "ipxe";
  out.steps = boot_calls("pxe");
  out.validate = [options](const node_snapshot& x) {
    const bool rescue = info(x.attributes.state).has(flag_rescue_boots);
    return check_ramdisk(x.attributes.driver_info, x.attributes.instance_info, options, rescue);
  };
  out.validate_live = [rules = options.images](const node_snapshot& x) {
    return check_live_instance(x.attributes.instance_info, rules);
  };
  out.properties = {
      {"deploy_kernel", "URL of the kernel of the agent's ramdisk. Required unless configured.",
       false},
      {"deploy_ramdisk", "URL of the agent's ramdisk. Required unless configured.", false},
      {"rescue_kernel", "URL of the kernel for rescue. Required for it unless configured.", false},
      {"rescue_ramdisk", "URL of the ramdisk for rescue. Required for it unless configured.",
       false},
      {"kernel_append_params",
       "Further kernel parameters; %default% stands for those configured. Optional.", false},
      {"force_persistent_boot_device",
       "Whether boot devices are set for good: Always, Never, or Default (the ramdisk for one "
       "boot, "
       "the disk for good). Optional.",
       false}};
  return {std::move(out)};
}

}  // namespace ironbus
