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

step_outcome answered(json answer, facts learnt = {}) {
  auto out = step_done(std::move(learnt));
  out.answer = std::move(answer);
  return out;
}

step_outcome get_boot_device(const step_request&) {
  return answered({{"boot_device", "pxe"}, {"persistent", false}});
}

step_outcome get_mac_addresses(const step_request& x) {
  facts learnt;
  const auto at = x.on.driver_info.find("fake_mac_addresses");
  if (at != x.on.driver_info.end() && at->is_array())
    for (const auto& mac : *at)
      if (mac.is_string()) learnt.mac_addresses.push_back(mac.get<std::string>());
  return step_done(std::move(learnt));
}

step_outcome set_boot_mode(const step_request& x) {
  facts learnt;
  learnt.boot_mode = text_argument(x, "mode");
  return step_done(std::move(learnt));
}

step_outcome set_secure_boot(const step_request& x) {
  facts learnt;
  learnt.secure_boot = x.what.args.value("state", json{}) == true;
  return step_done(std::move(learnt));
}

step_outcome get_indicators(const step_request&) {
  return answered({{{"name", "led-0@chassis"},
                    {"component", "chassis"},
                    {"readonly", true},
                    {"states", {"off", "on"}}},
                   {{"name", "led@system"},
                    {"component", "system"},
                    {"readonly", false},
                    {"states", {"blinking", "off", "on"}}}});
}

step_outcome get_indicator_state(const step_request& x) {
  const auto name = text_argument(x, "indicator");
  if (name != "led-0@chassis" && name != "led@system")
    return step_failed("There is no indicator '" + name + "'.");
  return answered({{"state", "on"}});
}

step_outcome set_indicator_state(const step_request& x) {
  const auto name = text_argument(x, "indicator");
  if (name != "led@system") return step_failed("The indicator '" + name + "' can not be set.");
  return step_done();
}

step_outcome start_console(const step_request&) {
  facts learnt;
  learnt.console_enabled = true;
  return step_done(std::move(learnt));
}

step_outcome stop_console(const step_request&) {
  facts learnt;
  learnt.console_enabled = false;
  return step_done(std::move(learnt));
}

step_outcome list_vifs(const step_request&) { return answered(json::array()); }

/// The methods of the vendor interface compare a word.
step_outcome compare_word(const step_request& x) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> words{{
      {"second_method", "kazoo"},
      {"third_method_sync", "meow"},
      {"fourth_method_shared_lock", "woof"},
  }};
  for (const auto& [method, word] : words)
    if (x.what.name == method) return answered(text_argument(x, "bar") == word);
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
    effect_row{"management", "get_boot_device", &get_boot_device},
    effect_row{"management", "get_mac_addresses", &get_mac_addresses},
    effect_row{"management", "set_boot_mode", &set_boot_mode},
    effect_row{"management", "set_secure_boot", &set_secure_boot},
    effect_row{"management", "get_indicators", &get_indicators},
    effect_row{"management", "get_indicator_state", &get_indicator_state},
    effect_row{"management", "set_indicator_state", &set_indicator_state},
    effect_row{"console", "start_console", &start_console},
    effect_row{"console", "stop_console", &stop_console},
    effect_row{"network", "vif_list", &list_vifs},
    effect_row{"vendor", "second_method", &compare_word},
    effect_row{"vendor", "third_method_sync", &compare_word},
    effect_row{"vendor", "fourth_method_shared_lock", &compare_word},
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
