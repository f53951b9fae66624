#include "ops/ironbusd/folders/ramdisk_folder.hpp"

#include <filesystem>

namespace ironbus::daemon {

namespace fs = std::filesystem;

std::string whole_ramdisk_path(const std::string& folder) {
  std::error_code wrong;
  auto out = fs::weakly_canonical(fs::absolute(folder, wrong), wrong);
  if (wrong) return folder;
  if (out.filename().empty()) out = out.parent_path();
  return out.string();
}

std::optional<std::string> missing_in_ramdisk(const settings& settings) {
  if (settings.ramdisk.empty()) return std::nullopt;
  const auto loader = [](const std::string& name) {
    return std::string{ramdisk_loaders} + "/" + name;
  };
  for (const auto& name :
       {std::string{ramdisk_kernel}, std::string{ramdisk_image}, std::string{ramdisk_bootloader},
        loader(settings.boot.loaders.bios), loader(settings.boot.loaders.ipxe),
        loader(settings.boot.loaders.grub)}) {
    std::error_code wrong;
    const auto path = fs::path{settings.ramdisk} / name;
    if (fs::is_regular_file(path, wrong)) continue;
    return "there is no file '" + path.string() +
           "'; ops/ramdisk makes the folder: kernel, ramdisk, esp.img and network/";
  }
  return std::nullopt;
}

}  // namespace ironbus::daemon
