#include "drivers/fake/fake_effects.hpp"

#include <algorithm>
#include <array>

// Management and console of a simulated machine.

namespace ironbus {

namespace {

step_outcome reported(facts x) { return step_done(std::move(x)); }

/// Stores the BMC's state as a note of the node.
step_outcome noted(const char* key, json value) {
  facts out;
  out.driver_internal_info[key] = std::move(value);
  return reported(std::move(out));
}

json note(const step_request& x, const char* key) {
  const auto found = x.machine.driver_internal_info.find(key);
  return found != x.machine.driver_internal_info.end() && found->is_object() ? *found
                                                                             : json::object();
}

// -- the machine ----------------------------------------------------------------------------------

step_outcome get_mac_addresses(const step_request& request) {
  facts out;
  const auto found = request.machine.driver_info.find("fake_mac_addresses");
  if (found != request.machine.driver_info.end() && found->is_array())
    for (const auto& mac : *found)
      if (mac.is_string()) out.mac_addresses.push_back(mac.get<std::string>());
  return reported(std::move(out));
}

/// The inspection result from the node's driver_info; usually empty.
step_outcome inspect_hardware(const step_request& request) {
  facts out;
  const auto found = request.machine.driver_info.find("fake_inventory");
  if (found != request.machine.driver_info.end() && found->is_object())
    out.inventory = {{"inventory", *found}, {"plugin_data", json::object()}};
  return reported(std::move(out));
}

step_outcome set_boot_mode(const step_request& request) {
  facts out;
  out.boot_mode = fake_text_argument(request, "mode");
  return reported(std::move(out));
}

step_outcome set_secure_boot(const step_request& request) {
  facts out;
  out.secure_boot = fake_argument(request, "state") == true;
  return reported(std::move(out));
}

// -- indicators -----------------------------------------------------------------------------------

struct indicator {
  std::string_view name;  ///< <indicator>@<component>
  bool readonly;
  std::array<std::string_view, 3> states;

  std::string_view component() const { return name.substr(name.find('@') + 1); }
};

constexpr std::array indicators{
    indicator{"led-0@chassis", true, {"off", "on"}},
    indicator{"led@system", false, {"blinking", "off", "on"}},
};

constexpr const char* indicators_key = "indicators";

json states_of(const indicator& indicator) {
  auto out = json::array();
  for (auto state : indicator.states)
    if (!state.empty()) out.push_back(state);
  return out;
}

const indicator* find_indicator(const std::string& name) {
  for (const auto& row : indicators)
    if (row.name == name) return &row;
  return nullptr;
}

step_outcome no_such_indicator(const std::string& name) {
  return step_refused("Unknown indicator '" + name + "'; allowed: led-0@chassis, led@system.");
}

step_outcome get_indicators(const step_request&) {
  auto out = json::array();
  for (const auto& row : indicators)
    out.push_back({{"name", row.name},
                   {"component", row.component()},
                   {"readonly", row.readonly},
                   {"states", states_of(row)}});
  return fake_answer(std::move(out));
}

step_outcome get_indicator_state(const step_request& request) {
  const auto name = fake_text_argument(request, "indicator");
  if (find_indicator(name) == nullptr) return no_such_indicator(name);
  return fake_answer({{"state", note(request, indicators_key).value(name, "on")}});
}

step_outcome set_indicator_state(const step_request& request) {
  const auto name = fake_text_argument(request, "indicator");
  const auto* row = find_indicator(name);
  if (row == nullptr) return no_such_indicator(name);
  if (row->readonly) return step_refused("The indicator '" + name + "' is read-only.");
  return noted(indicators_key, {{name, fake_text_argument(request, "state")}});
}

// -- virtual media --------------------------------------------------------------------------------

struct media_device {
  const char* type;
  std::array<const char*, 2> media_types;
};

constexpr std::array media_devices{
    media_device{"cdrom", {"CD", "DVD"}},
    media_device{"disk", {"USBStick"}},
    media_device{"floppy", {"Floppy"}},
};

constexpr const char* media_key = "virtual_media";

struct media_scheme {
  std::string_view begins;
  bool fetched;  ///< This service may also fetch it for the BMC.
};

constexpr std::array fake_media_schemes{
    media_scheme{"http://", true},  media_scheme{"https://", true}, media_scheme{"nfs://", false},
    media_scheme{"cifs://", false}, media_scheme{"smb://", false},
};

/// Why an image cannot be attached; empty: it can.
std::string image_refused(const std::string& url, const json& source) {
  for (const auto& row : fake_media_schemes)
    if (url.starts_with(row.begins))
      return row.fetched || source == "http"
                 ? ""
                 : "an image by " + std::string{row.begins.substr(0, row.begins.find(':'))} +
                       " needs image_download_source http.";
  return "image_url must begin with http://, https://, nfs://, cifs:// or smb://.";
}

step_outcome get_virtual_media(const step_request& request) {
  const auto held = note(request, media_key);
  auto out = json::array();
  for (const auto& row : media_devices) {
    auto types = json::array();
    for (const auto* type : row.media_types)
      if (type != nullptr) types.push_back(type);
    const auto image = held.value(row.type, json{});
    out.push_back(
        {{"media_types", std::move(types)}, {"inserted", !image.is_null()}, {"image", image}});
  }
  return fake_answer(std::move(out));
}

step_outcome attach_virtual_media(const step_request& request) {
  const auto type = fake_text_argument(request, "device_type");
  const auto url = fake_text_argument(request, "image_url");
  if (auto why = image_refused(url, fake_argument(request, "image_download_source")); !why.empty())
    return step_refused(std::move(why));
  const auto held = note(request, media_key).value(type, json{});
  if (!held.is_null() && held != url)
    return step_refused("The virtual media device " + type +
                        " contains another image; detach that one first.");
  return noted(media_key, {{type, url}});
}

step_outcome detach_virtual_media(const step_request& request) {
  const auto types = fake_argument(request, "device_types");
  const bool all = types.is_null() || types.empty();
  auto none = json::object();
  for (const auto& row : media_devices)
    if (all || std::find(types.begin(), types.end(), row.type) != types.end())
      none[row.type] = nullptr;
  return noted(media_key, std::move(none));
}

// -- console --------------------------------------------------------------------------------------

step_outcome start_console(const step_request&) {
  facts out;
  out.console_enabled = true;
  return reported(std::move(out));
}

step_outcome stop_console(const step_request&) {
  facts out;
  out.console_enabled = false;
  return reported(std::move(out));
}

step_outcome get_console(const step_request&) { return fake_answer(json::object()); }

step_outcome get_console_log(const step_request& request) {
  constexpr std::string_view shown = "A simulated machine has no console output.\n";
  const auto bytes = fake_argument(request, "bytes").get<size_t>();
  return fake_answer(
      {{"text", std::string{shown.substr(shown.size() - std::min(shown.size(), bytes))}}});
}

constexpr std::array bmc_effects{
    fake_effect_row{"management", "get_mac_addresses", &get_mac_addresses},
    fake_effect_row{"inspect", "inspect_hardware", &inspect_hardware},
    fake_effect_row{"management", "set_boot_mode", &set_boot_mode},
    fake_effect_row{"management", "set_secure_boot", &set_secure_boot},
    fake_effect_row{"management", "get_indicators", &get_indicators},
    fake_effect_row{"management", "get_indicator_state", &get_indicator_state},
    fake_effect_row{"management", "set_indicator_state", &set_indicator_state},
    fake_effect_row{"management", "get_virtual_media", &get_virtual_media},
    fake_effect_row{"management", "attach_virtual_media", &attach_virtual_media},
    fake_effect_row{"management", "detach_virtual_media", &detach_virtual_media},
    fake_effect_row{"console", "start_console", &start_console},
    fake_effect_row{"console", "stop_console", &stop_console},
    fake_effect_row{"console", "get_console", &get_console},
    fake_effect_row{"console", "get_console_log", &get_console_log},
};

}  // namespace

std::span<const fake_effect_row> fake_bmc_effects() { return bmc_effects; }

}  // namespace ironbus
