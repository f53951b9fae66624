#include "drivers/manual/manual_interface.hpp"

namespace ironbus {

namespace {

constexpr const char* wanted_key = "wanted_boot_device";

step_outcome set_boot_device(const step_request& request) {
  const auto device = request.what.args.value("device", json{});
  if (device != "pxe" && device != "disk")
    return step_refused("The boot device " + to_text(device) +
                        " is not supported; allowed: pxe, disk.");
  const bool persistent = request.what.args.value("persistent", json{}) == true;
  facts out;
  out.driver_internal_info = {{wanted_key, {{"boot_device", device}, {"persistent", persistent}}}};
  return step_done(std::move(out), "manual: boots from " + device.get<std::string>());
}

step_outcome get_boot_device(const step_request& request) {
  auto out = step_done();
  out.answer = request.machine.driver_internal_info.value(
      wanted_key, json{{"boot_device", "pxe"}, {"persistent", true}});
  return out;
}

}  // namespace

void manual_interface::run(permitted_step request, step_callback done) {
  done(request.what.name == "set_boot_device" ? set_boot_device(request)
                                              : get_boot_device(request));
}

}  // namespace ironbus
