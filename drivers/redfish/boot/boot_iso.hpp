#pragma once

#include "messages/model/driver_catalog.hpp"

#include <optional>
#include <string>

namespace ironbus {

/// The ISO image that a boot interface of this family boots. The machine or its BMC fetches it.
struct boot_iso {
  const char* key;   ///< The key that names it: "driver_info.deploy_iso".
  std::string url;   ///< Empty: not set.
  const char* file;  ///< File name under which this service serves it.
};

/// The ISO image of the agent or of rescue.
boot_iso ramdisk_iso(const json& driver_info, bool rescue);
/// The ISO image of a live instance.
boot_iso instance_iso(const json& instance_info);

/// Supported URL schemes of images.
enum class iso_reach : uint8_t {
  http,   ///< http or https.
  media,  ///< Also file shares that BMCs support: nfs, cifs, smb.
};

/// `invalid` names the key, its value without credentials, and the allowed values. Unset: valid.
/// Accesses no file. Does not check an unset image, which is built from kernel and ramdisk
/// (built_iso.hpp).
std::optional<failure> check_boot_iso(const boot_iso& iso, iso_reach reach,
                                      const image_rules& rules);

}  // namespace ironbus
