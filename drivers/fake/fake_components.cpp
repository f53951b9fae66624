#include "drivers/fake/fake_effects.hpp"
#include "messages/contract/raid_config.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>

// BIOS settings, firmware and RAID of a simulated machine.

namespace ironbus {

namespace {

constexpr size_t name_bytes_max = 255;
constexpr size_t parts_max = 1000;
/// Version of a component that was never updated.
constexpr const char* factory_version = "1.0";

bool is_name(const json& x) {
  return x.is_string() && !x.get_ref<const std::string&>().empty() &&
         x.get_ref<const std::string&>().size() <= name_bytes_max;
}

/// Why a list is not a list of objects with exactly these keys; empty: it is.
std::string list_refused(const json& list, std::initializer_list<std::string_view> keys) {
  if (list.size() > parts_max)
    return "'settings' must be a list of at most " + std::to_string(parts_max) + " objects.";
  for (const auto& one : list) {
    if (!one.is_object()) return "'settings' must be a list of objects.";
    for (const auto& [key, value] : one.items())
      if (std::find(keys.begin(), keys.end(), key) == keys.end())
        return "'settings' has the unexpected key '" + key.substr(0, 64) + "'.";
  }
  return {};
}

// -- BIOS -----------------------------------------------------------------------------------------

std::string setting_refused(const json& value) {
  if (!is_name(value.value("name", json{})))
    return "each of 'settings' needs a 'name', a text of 1 to 255 bytes.";
  if (!value.contains("value") || value.at("value").is_structured())
    return "the setting '" + value.at("name").get<std::string>() +
           "' needs a 'value', a text, a number or a boolean.";
  return {};
}

step_outcome apply_bios(const step_request& request) {
  const auto settings = fake_argument(request, "settings");
  if (auto why = list_refused(settings, {"name", "value"}); !why.empty())
    return step_refused(std::move(why));
  facts out;
  out.bios.emplace();
  std::set<std::string> names;
  for (const auto& one : settings) {
    if (auto why = setting_refused(one); !why.empty()) return step_refused(std::move(why));
    bios_setting setting;
    setting.name = one.at("name").get<std::string>();
    const auto& value = one.at("value");
    if (!value.is_null())
      setting.value = value.is_string() ? value.get<std::string>() : to_text(value);
    if (!names.insert(setting.name).second)
      return step_refused("'settings' names '" + setting.name + "' twice.");
    out.bios->push_back(std::move(setting));
  }
  return step_done(std::move(out), std::to_string(settings.size()) + " settings");
}

step_outcome reset_bios(const step_request&) {
  facts out;
  out.bios.emplace();
  return step_done(std::move(out));
}

// -- firmware -------------------------------------------------------------------------------------

bool is_component(const std::string& x) {
  return x == "bios" || x == "bmc" || (x.starts_with("nic:") && x.size() > 4);
}

std::string update_refused(const json& value) {
  const auto component = value.value("component", json{});
  if (!is_name(component) || !is_component(component.get<std::string>()))
    return "the component is " + to_text(component).substr(0, 80) +
           "; allowed: bios, bmc, nic:<id>.";
  const auto url = value.value("url", json{});
  if (!url.is_string() || url.get_ref<const std::string&>().find("://") == std::string::npos)
    return "the component '" + component.get<std::string>() + "' needs a 'url'.";
  const auto wait = value.value("wait", json{});
  if (!wait.is_null() && !(wait.is_number_integer() && wait >= 1))
    return "'wait' is " + to_text(wait).substr(0, 80) + "; allowed: seconds from 1.";
  return {};
}

/// "http://host/bmc-2.1.bin?x=y" → "bmc-2.1.bin"
std::string file_of(std::string url) {
  url.resize(std::min(url.find_first_of("?#"), url.size()));
  return url.substr(url.rfind('/') + 1).substr(0, name_bytes_max);
}

step_outcome update_firmware(const step_request& request) {
  const auto settings = fake_argument(request, "settings");
  if (auto why = list_refused(settings, {"component", "url", "wait"}); !why.empty())
    return step_refused(std::move(why));
  facts out;
  for (const auto& one : settings) {
    if (auto why = update_refused(one); !why.empty()) return step_refused(std::move(why));
    firmware_component part;
    part.component = one.at("component").get<std::string>();
    part.initial_version = factory_version;
    part.current_version = file_of(one.at("url").get<std::string>());
    out.firmware.push_back(std::move(part));
  }
  return step_done(std::move(out), std::to_string(settings.size()) + " components");
}

// -- RAID -----------------------------------------------------------------------------------------

/// Whether volumes of a kind are requested; default: yes.
bool is_wanted(const step_request& x, const char* name) { return fake_argument(x, name) != false; }

step_outcome create_raid(const step_request& request) {
  const auto asked = fake_argument(request, "raid_config");
  const auto& target = asked.is_null() ? request.machine.target_raid_config.tree() : asked;
  if (auto ok = check_raid_config(target); !ok) return step_refused(ok.error().message);
  auto made = json::array();
  if (target.contains("logical_disks"))
    for (const auto& disk : target.at("logical_disks"))
      if (is_wanted(request, disk.value("is_root_volume", false) ? "create_root_volume"
                                                                 : "create_nonroot_volumes"))
        made.push_back(disk);
  if (made.empty()) return step_refused("The node has no target RAID configuration.");
  facts out;
  out.raid_config = {{"logical_disks", std::move(made)}};
  return step_done(std::move(out));
}

step_outcome delete_raid(const step_request&) {
  facts out;
  out.raid_config = {{"logical_disks", json::array()}};
  return step_done(std::move(out));
}

constexpr std::array component_effects{
    fake_effect_row{"bios", "apply_configuration", &apply_bios},
    fake_effect_row{"bios", "factory_reset", &reset_bios},
    fake_effect_row{"firmware", "update", &update_firmware},
    fake_effect_row{"raid", "create_configuration", &create_raid},
    fake_effect_row{"raid", "apply_configuration", &create_raid},
    fake_effect_row{"raid", "delete_configuration", &delete_raid},
};

}  // namespace

std::span<const fake_effect_row> fake_component_effects() { return component_effects; }

}  // namespace ironbus
