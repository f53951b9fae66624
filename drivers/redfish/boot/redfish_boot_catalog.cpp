#include "drivers/redfish/boot/redfish_boot_catalog.hpp"

#include "drivers/kit/boot_calls.hpp"
#include "drivers/redfish/boot/boot_iso.hpp"
#include "drivers/redfish/redfish_catalog.hpp"
#include "messages/model/state_table.hpp"

namespace ironbus {

namespace {

using checks = std::function<std::optional<failure>(const node_snapshot&)>;

checks checks_ramdisk(const driver_options& options, iso_reach reach) {
  return [rules = options.images, reach](const node_snapshot& x) -> std::optional<failure> {
    if (auto wrong = check_redfish_account(x)) return wrong;
    const bool rescue = info(x.attributes.state).has(flag_rescue_boots);
    return check_boot_iso(ramdisk_iso(x.attributes.driver_info, rescue), reach, rules);
  };
}

checks checks_instance(const driver_options& options, iso_reach reach) {
  return [rules = options.images, reach](const node_snapshot& x) -> std::optional<failure> {
    if (auto wrong = check_redfish_account(x)) return wrong;
    return check_boot_iso(instance_iso(x.attributes.instance_info), reach, rules);
  };
}

interface_implementation by_iso(std::string name, std::string_view device, iso_reach reach,
                                const driver_options& options) {
  auto out = by_redfish("boot", boot_calls(device));
  out.name = std::move(name);
  out.validate = checks_ramdisk(options, reach);
  out.validate_live = checks_instance(options, reach);
  out.properties.push_back(
      {"deploy_iso", "URL of the agent's ramdisk as an image of a disc (ISO). Required.", true});
  out.properties.push_back(
      {"rescue_iso", "URL of an image of a disc (ISO) for rescue. Required for it.", false});
  return out;
}

}  // namespace

std::vector<interface_implementation> media_boot_implementations(const driver_options& options) {
  return {by_iso("redfish-virtual-media", "cdrom", iso_reach::media, options)};
}

std::vector<interface_implementation> https_boot_implementations(const driver_options& options) {
  return {by_iso("redfish-https", "uefihttp", iso_reach::http, options)};
}

}  // namespace ironbus
