#include "drivers/kit/boot_calls.hpp"

namespace ironbus {

namespace {

step_declaration boot_call(const char* name, std::vector<step_call> then = {}) {
  step_declaration out;
  out.name = name;
  out.then = std::move(then);
  return out;
}

step_call boot_instance_from(std::string_view device, instance_place instances) {
  auto out = boot_from(device, true);
  out.instances = instances;
  return out;
}

}  // namespace

step_call boot_from(std::string_view device, bool persistent) {
  return {"management",
          "set_boot_device",
          false,
          {{"device", std::string{device}}, {"persistent", persistent}}};
}

std::vector<step_declaration> boot_calls(std::string_view ramdisk_device) {
  return {boot_call("prepare_ramdisk",
                    {boot_from(ramdisk_device, false), {"console", "start_recording"}}),
          boot_call("clean_up_ramdisk", {{"console", "stop_recording"}}),
          boot_call("prepare_instance", {boot_instance_from("disk", instance_place::on_disk),
                                         boot_instance_from(ramdisk_device, instance_place::live)}),
          boot_call("clean_up_instance")};
}

}  // namespace ironbus
