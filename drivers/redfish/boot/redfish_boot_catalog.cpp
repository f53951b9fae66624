#include "drivers/redfish/boot/redfish_boot_catalog.hpp"

#include "drivers/boot/boot_source.hpp"
#include "drivers/boot/ramdisk.hpp"
#include "drivers/kit/boot_calls.hpp"
#include "drivers/kit/config_drive.hpp"
#include "drivers/redfish/boot/boot_iso.hpp"
#include "drivers/redfish/boot/built_iso.hpp"
#include "drivers/redfish/boot/ramdisk_parameters.hpp"
#include "drivers/redfish/redfish_catalog.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/model/state_table.hpp"

namespace ironbus {

namespace {

bool boots_rescue(const node& x) { return info(x.state).has(flag_rescue_boots); }

using checks = std::function<std::optional<failure>(const node_snapshot&)>;

checks checks_ramdisk(const driver_options& options, iso_reach reach) {
  return [options, reach](const node_snapshot& x) -> std::optional<failure> {
    if (auto wrong = check_redfish_account(x)) return wrong;
    const bool rescue = boots_rescue(x.attributes);
    const auto iso = ramdisk_iso(x.attributes.driver_info, rescue);
    if (iso.url.empty()) return check_built_iso(x, options, rescue);
    if (auto wrong = check_boot_fetcher(x.attributes.driver_info, "driver_info")) return wrong;
    return check_boot_iso(iso, reach, options.images);
  };
}

/// It is attached as an image, so it must not be a URL.
std::optional<failure> check_live_drive(const json& instance_info) {
  const auto drive = instance_info.value("configdrive", json{});
  if (drive.is_string() && drive.get_ref<const std::string&>().find("://") != std::string::npos)
    return failure{
        error_code::invalid,
        "instance_info.configdrive is a URL, which is not supported for an instance that runs "
        "without a disk; allowed: a gzipped ISO image in base64, or an object."};
  return check_config_drive(drive);
}

checks checks_instance(const driver_options& options, iso_reach reach) {
  return [options, reach](const node_snapshot& x) -> std::optional<failure> {
    if (auto wrong = check_redfish_account(x)) return wrong;
    const auto& attributes = x.attributes;
    if (auto wrong = check_live_drive(attributes.instance_info)) return wrong;
    const auto iso = instance_iso(attributes.instance_info);
    if (iso.url.empty()) return check_live_disc(attributes, options);
    if (auto wrong = check_boot_fetcher(attributes.instance_info, "instance_info")) return wrong;
    return check_boot_iso(iso, reach, options.images);
  };
}

/// The URL of a built boot ISO is unguessable and secret, so the ISO may contain the token.
bool brings_token(const node& x) { return ramdisk_iso(x.driver_info, boots_rescue(x)).url.empty(); }

bool brings_token_by_media(const node& x) {
  return brings_token(x) || wants_removable(x.driver_info);
}

std::vector<driver_property> disc_properties() {
  auto out = ramdisk_properties();
  const std::vector<driver_property> own{
      {"deploy_iso",
       "URL of the agent's ramdisk as an ISO image. Default: an image built from deploy_kernel and "
       "deploy_ramdisk.",
       false},
      {"rescue_iso",
       "URL of the rescue ramdisk as an ISO image. Default: an image built from rescue_kernel and "
       "rescue_ramdisk.",
       false},
      {"bootloader",
       "URL of the image of an EFI system partition for the built ISO image. Required unless "
       "configured.",
       false},
  };
  out.insert(out.end(), own.begin(), own.end());
  return out;
}

interface_implementation by_iso(std::string name, std::string_view device, iso_reach reach,
                                const driver_options& options) {
  auto out = by_redfish("boot", boot_calls(device));
  out.name = std::move(name);
  out.validate = checks_ramdisk(options, reach);
  out.validate_live = checks_instance(options, reach);
  out.hands_over_token = &brings_token;
  const auto properties = disc_properties();
  out.properties.insert(out.properties.end(), properties.begin(), properties.end());
  return out;
}

}  // namespace

std::vector<interface_implementation> media_boot_implementations(const driver_options& options) {
  auto out = by_iso("redfish-virtual-media", "cdrom", iso_reach::media, options);
  out.brings_config_drive = true;
  out.hands_over_token = &brings_token_by_media;
  out.properties.push_back(
      {"vmedia_transport_protocol",
       "Transport protocol of virtual media: auto (that of the image's URL), HTTP, HTTPS, NFS or "
       "CIFS. Optional.",
       false});
  out.properties.push_back(
      {"config_via_removable",
       "Whether the ramdisk gets its parameters from a virtual USB stick or floppy instead of the "
       "ISO image. Optional. Needed to pass the agent's token with deploy_iso.",
       false});
  return {std::move(out)};
}

std::vector<interface_implementation> https_boot_implementations(const driver_options& options) {
  return {by_iso("redfish-https", "uefihttp", iso_reach::http, options)};
}

}  // namespace ironbus
