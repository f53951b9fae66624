#include "drivers/fake/fake_effects.hpp"

#include <algorithm>
#include <array>

// Power state and boot device of a simulated machine.

namespace ironbus {

namespace {

// Keys of the BMC's state in the node's notes: the persistent device, and the one for the next
// boot.
constexpr const char* boot_device_key = "fake_boot_device";
constexpr const char* next_boot_key = "fake_next_boot_device";

constexpr std::array<std::string_view, 3> known_devices{"pxe", "disk", "cdrom"};

std::string noted_device(const step_request& request, const char* key) {
  const auto found = request.machine.driver_internal_info.find(key);
  return found != request.machine.driver_internal_info.end() && found->is_string()
             ? found->get<std::string>()
             : "";
}

std::string next_boot_device(const step_request& request) {
  for (const auto* key : {next_boot_key, boot_device_key})
    if (auto device = noted_device(request, key); !device.empty()) return device;
  return "pxe";
}

power_state state_after(std::string_view target) {
  return target.ends_with("power off") ? power_state::off : power_state::on;
}

/// Power on does not boot a machine that is already on.
bool boots(const step_request& request, std::string_view target) {
  return state_after(target) == power_state::on &&
         (target != to_string(power_state::on) || request.machine.power_state != power_state::on);
}

step_outcome set_power_state(const step_request& request) {
  const auto target = fake_text_argument(request, "target");
  facts out;
  out.power_state = state_after(target);
  auto evidence = "simulated: " + target;
  if (boots(request, target)) {
    out.driver_internal_info = {{next_boot_key, nullptr}};
    evidence += ", booted from " + next_boot_device(request);
  }
  return step_done(std::move(out), std::move(evidence));
}

/// A simulated machine has the state stored in the node; without one it reports none.
step_outcome get_power_state(const step_request& request) {
  facts out;
  out.power_state = request.machine.power_state;
  return step_done(std::move(out));
}

step_outcome set_fake_boot_device(const step_request& request) {
  const auto device = fake_text_argument(request, "device");
  if (std::find(known_devices.begin(), known_devices.end(), device) == known_devices.end())
    return step_refused("The boot device '" + device +
                        "' is not supported; allowed: pxe, disk, cdrom.");
  const bool persistent = fake_argument(request, "persistent") == true;
  facts out;
  out.driver_internal_info = {{next_boot_key, nullptr}};
  out.driver_internal_info[persistent ? boot_device_key : next_boot_key] = device;
  return step_done(std::move(out), "simulated: boots from " + device);
}

step_outcome get_fake_boot_device(const step_request& request) {
  const bool persistent = noted_device(request, next_boot_key).empty() &&
                          !noted_device(request, boot_device_key).empty();
  return fake_answer({{"boot_device", next_boot_device(request)}, {"persistent", persistent}});
}

constexpr std::array fake_power_rows{
    fake_effect_row{"power", "set_power_state", &set_power_state},
    fake_effect_row{"power", "get_power_state", &get_power_state},
    fake_effect_row{"management", "set_boot_device", &set_fake_boot_device},
    fake_effect_row{"management", "get_boot_device", &get_fake_boot_device},
};

}  // namespace

std::span<const fake_effect_row> fake_power_effects() { return fake_power_rows; }

}  // namespace ironbus
