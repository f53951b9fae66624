#include "drivers/redfish/client/redfish_settings.hpp"

#include "drivers/redfish/client/redfish_link.hpp"

namespace ironbus {

namespace {

redfish_change patch_either(redfish_client bmc, redfish_resource shown, json body) {
  const auto link = settings_of(shown);
  auto changed = co_await bmc.patch(std::move(shown), body);
  const bool rejected = !changed && changed.error().fault == redfish_fault::refused;
  if (!rejected || link.empty()) co_return changed;
  auto settings = co_await bmc.get(link);
  if (!settings) co_return changed;
  co_return co_await bmc.patch(std::move(*settings), std::move(body));
}

}  // namespace

std::string settings_of(const redfish_resource& shown) {
  return link_at(shown.body, {"@Redfish.Settings", "SettingsObject"});
}

redfish_change patch_settings(redfish_client bmc, redfish_resource shown, json body) {
  return patch_either(std::move(bmc), std::move(shown), std::move(body));
}

json take_unshown_members(json& change, const json& shown) {
  auto out = json::object();
  for (const auto& [key, value] : change.items())
    if (!shown.is_object() || !shown.contains(key)) out[key] = value;
  for (const auto& [key, value] : out.items()) change.erase(key);
  return out;
}

}  // namespace ironbus
