#include "ops/ironbusd/configuration/completion.hpp"

#include "ops/ironbusd/folders/data_folder.hpp"
#include "ops/ironbusd/folders/ramdisk_folder.hpp"

namespace ironbus::daemon {

namespace {

void complete_ramdisk(settings& settings) {
  if (settings.ramdisk.empty()) return;
  settings.ramdisk = whole_ramdisk_path(settings.ramdisk);
  auto& images = settings.policy.drivers.ramdisks;
  const auto fill = [&settings](std::string& target, const char* name) {
    if (target.empty()) target = "file://" + settings.ramdisk + "/" + name;
  };
  fill(images.deploy_kernel, ramdisk_kernel);
  fill(images.deploy_ramdisk, ramdisk_image);
  fill(images.rescue_kernel, ramdisk_kernel);
  fill(images.rescue_ramdisk, ramdisk_image);
  fill(images.bootloader, ramdisk_bootloader);
  auto& allowed = settings.policy.drivers.images.file_url_allowed_paths;
  if (std::find(allowed.begin(), allowed.end(), settings.ramdisk) == allowed.end())
    allowed.push_back(settings.ramdisk);
}

/// Services with data folders of their own share no folder.
void complete_folders(settings& settings) {
  const auto data = data_folder_path(settings.data);
  const auto fill = [&data](std::string& target, const char* name) {
    if (target.empty()) target = (data / name).string();
  };
  fill(settings.policy.boot_root, "httpboot");
  fill(settings.policy.image_root, "images");
  fill(settings.ipmi.console_folder, "consoles");
}

void complete_dhcp(settings& settings) {
  if (!settings.managed_dhcp.wanted()) return;
  const auto folder = data_folder_path(settings.data) / "dnsmasq";
  settings.boot.dhcp.provider = "dnsmasq";
  settings.boot.dhcp.managed_range = settings.managed_dhcp.range;
  settings.boot.dhcp.hosts_dir = (folder / "hosts").string();
  settings.boot.dhcp.opts_dir = (folder / "opts").string();
}

}  // namespace

void complete(settings& settings) {
  complete_ramdisk(settings);
  complete_folders(settings);
  complete_dhcp(settings);
}

}  // namespace ironbus::daemon
