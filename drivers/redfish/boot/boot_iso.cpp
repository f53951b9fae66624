#include "drivers/redfish/boot/boot_iso.hpp"

#include "drivers/boot/ramdisk.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr std::array<std::string_view, 3> media_schemes{"nfs://", "cifs://", "smb://"};
constexpr size_t iso_url_bytes_max = 2048;

bool is_of_media(const std::string& url) {
  const bool plain = url.size() <= iso_url_bytes_max &&
                     std::all_of(url.begin(), url.end(), [](unsigned char letter) {
                       return letter > ' ' && letter != 127;
                     });
  return plain &&
         std::any_of(media_schemes.begin(), media_schemes.end(), [&](std::string_view scheme) {
           return url.starts_with(scheme) && url.size() > scheme.size();
         });
}

}  // namespace

boot_iso ramdisk_iso(const json& driver_info, bool rescue) {
  if (rescue) return {"driver_info.rescue_iso", named_in(driver_info, "rescue_iso"), "rescue.iso"};
  return {"driver_info.deploy_iso", named_in(driver_info, "deploy_iso"), "deploy.iso"};
}

boot_iso instance_iso(const json& instance_info) {
  return {"instance_info.boot_iso", named_in(instance_info, "boot_iso"), "boot.iso"};
}

std::optional<failure> check_boot_iso(const boot_iso& iso, iso_reach reach,
                                      const image_rules& rules) {
  if (reach == iso_reach::media && is_of_media(iso.url)) return std::nullopt;
  return check_boot_url(iso.key, iso.url, rules);
}

}  // namespace ironbus
