#include "drivers/manual/manual_catalog.hpp"

namespace ironbus {

std::vector<interface_implementation> manual_implementations(const driver_options&) {
  step_declaration set;
  set.name = "set_boot_device";
  set.arguments = {
      {"device", "Device to boot from: pxe or disk.", true},
      {"persistent", "Whether the setting applies to all later boots as well.", false}};
  step_declaration get;
  get.name = "get_boot_device";
  interface_implementation out;
  out.kind = "management";
  out.name = "noop";
  out.steps = {std::move(set), std::move(get)};
  out.boot_devices = {"pxe", "disk"};
  return {std::move(out)};
}

hardware_type manual_hardware() {
  return {"manual-management",
          {
              {"bios", {"no-bios"}},
              {"boot", {"ipxe", "pxe", "http-ipxe", "http"}},
              {"console", {"no-console"}},
              {"deploy", {"direct", "ramdisk", "custom-agent", "bootc", "autodetect"}},
              {"firmware", {"no-firmware"}},
              {"inspect", {"agent", "no-inspect"}},
              {"management", {"noop", "fake"}},
              {"network", {"noop"}},
              {"power", {"fake"}},
              {"raid", {"no-raid", "agent"}},
              {"rescue", {"no-rescue", "agent"}},
              {"storage", {"noop"}},
              {"vendor", {"no-vendor"}},
          }};
}

}  // namespace ironbus
