#pragma once

#include "messages/model/driver_catalog.hpp"

#include <optional>
#include <string>

namespace ironbus {

/// What a boot interface of the family boots machines from: an image of a disc (ISO), which the
/// machine or its BMC fetches.
struct boot_iso {
  const char* key;   ///< "driver_info.deploy_iso": what names it.
  std::string url;   ///< Empty: nothing does.
  const char* file;  ///< What it is called where this service hands it out.
};

/// For the agent or a rescue.
boot_iso ramdisk_iso(const json& driver_info, bool rescue);
/// For an instance that runs live.
boot_iso instance_iso(const json& instance_info);

/// Which images machines can be given.
enum class iso_reach : uint8_t {
  http,   ///< By http or https.
  media,  ///< By the file systems that BMCs know as well: nfs, cifs, smb.
};

/// `invalid` names the key, its value without credentials, and what is allowed; unset: it may be
/// booted. Touches no file. One that nothing names is made of a kernel and a ramdisk
/// (built_disc.hpp), and not checked here.
std::optional<failure> check_boot_iso(const boot_iso& iso, iso_reach reach,
                                      const image_rules& rules);

}  // namespace ironbus
