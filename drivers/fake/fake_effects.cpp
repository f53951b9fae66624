#include "drivers/fake/fake_effects.hpp"

#include <array>

namespace ironbus {

namespace {

struct power_effect {
  std::string_view target;
  std::string_view state;
};

constexpr std::array power_effects{
    power_effect{"power on", "power on"},        power_effect{"power off", "power off"},
    power_effect{"rebooting", "power on"},       power_effect{"soft rebooting", "power on"},
    power_effect{"soft power off", "power off"},
};

std::string text_argument(const step_request& x, const char* name) {
  auto at = x.what.args.find(name);
  return at != x.what.args.end() && at->is_string() ? at->get<std::string>() : "";
}

step_outcome set_power_state(const step_request& x) {
  const auto target = text_argument(x, "target");
  for (const auto& row : power_effects)
    if (row.target == target) {
      facts learnt;
      learnt.power_state = row.state;
      return step_done(std::move(learnt), "simulated: " + target);
    }
  return step_failed("There is no power state '" + target + "' to set.");
}

/// A simulated machine remembers what the node says; one that was never set says nothing.
step_outcome get_power_state(const step_request& x) {
  facts learnt;
  learnt.power_state = x.on.power_state;
  return step_done(std::move(learnt));
}

step_outcome set_boot_device(const step_request& x) {
  const auto device = text_argument(x, "device");
  if (device != "pxe")
    return step_failed("The boot device '" + device + "' is not supported; allowed: pxe.");
  return step_done();
}

step_outcome apply_settings(const step_request& x) {
  auto at = x.what.args.find("settings");
  if (at == x.what.args.end() || !at->is_array())
    return step_failed(x.what.interface + "." + x.what.name +
                       " needs the argument 'settings', a list.");
  return step_done({}, std::to_string(at->size()) + " settings");
}

step_outcome create_raid(const step_request& x) {
  auto asked = x.what.args.find("raid_config");
  const json& target = asked != x.what.args.end() ? *asked : x.on.target_raid_config;
  facts learnt;
  if (target.is_object() && !target.empty()) learnt.raid_config = target;
  return step_done(std::move(learnt));
}

step_outcome delete_raid(const step_request&) {
  facts learnt;
  learnt.raid_config = {{"logical_disks", json::array()}};
  return step_done(std::move(learnt));
}

struct effect_row {
  std::string_view interface;
  std::string_view step;
  step_outcome (*apply)(const step_request&);
};

constexpr std::array effects{
    effect_row{"power", "set_power_state", &set_power_state},
    effect_row{"power", "get_power_state", &get_power_state},
    effect_row{"management", "set_boot_device", &set_boot_device},
    effect_row{"bios", "apply_configuration", &apply_settings},
    effect_row{"firmware", "update", &apply_settings},
    effect_row{"raid", "create_configuration", &create_raid},
    effect_row{"raid", "apply_configuration", &create_raid},
    effect_row{"raid", "delete_configuration", &delete_raid},
};

}  // namespace

step_outcome fake_effect(const step_request& x) {
  for (const auto& row : effects)
    if (row.interface == x.what.interface && row.step == x.what.name) return row.apply(x);
  return step_done();
}

}  // namespace ironbus
