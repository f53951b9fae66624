#pragma once

#include <cstdint>
#include <string>

namespace ironbus::ramdisk {

/// How an NVMe disk says it can be erased (NVM Express 1.4: OACS, FNA, SANICAP of Identify
/// Controller).
struct nvme_abilities {
  bool format = false;
  bool format_crypto = false;
  bool sanitize_crypto = false;
  bool sanitize_block = false;
};

/// Of the 4,096 bytes of Identify Controller; none of it if there are fewer.
nvme_abilities nvme_abilities_of(const std::string& identify);

/// Asks the disk. Throws command_failure (BlockDeviceEraseError) if it does not answer.
nvme_abilities ask_nvme(const std::string& device);
/// Format NVM with secure erase: of the keys (cryptographic) or of all user data. It keeps the
/// disk's block size. Throws as above; so do the others.
void nvme_format(const std::string& device, bool cryptographic);
/// Sanitize, waited for until the disk's log says that it is done.
void nvme_sanitize(const std::string& device, bool cryptographic);

}  // namespace ironbus::ramdisk
