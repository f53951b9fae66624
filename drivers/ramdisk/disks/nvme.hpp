#pragma once

#include <cstdint>
#include <string>

namespace ironbus::ramdisk {

/// Erase capabilities of an NVMe disk (NVM Express 1.4: OACS, FNA, SANICAP of Identify Controller).
struct nvme_abilities {
  bool format = false;
  bool format_crypto = false;
  bool sanitize_crypto = false;
  bool sanitize_block = false;
};

/// From the 4,096 bytes of Identify Controller; no capabilities if there are fewer.
nvme_abilities nvme_abilities_of(const std::string& identify);

/// Queries the disk. Throws command_failure (BlockDeviceEraseError) if it does not respond.
nvme_abilities ask_nvme(const std::string& device);
/// Format NVM with secure erase: of the keys (cryptographic) or of all user data. Keeps the disk's
/// block size. Throws as above; so do the others.
void nvme_format(const std::string& device, bool cryptographic);
/// Sanitize. Waits until the disk's log reports the end.
void nvme_sanitize(const std::string& device, bool cryptographic);

}  // namespace ironbus::ramdisk
