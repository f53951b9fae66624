#pragma once

#include <string>

namespace ironbus::ramdisk {

/// The security feature set, from words 89, 90 and 128 of IDENTIFY DEVICE (ATA/ATAPI command set).
struct ata_security {
  bool supported = false;
  bool enabled = false;  // it has a password
  bool locked = false;
  bool frozen = false;  // no security command until the next power cycle
  bool enhanced = false;
};

/// From the 512 bytes of IDENTIFY DEVICE. Unsupported if there are fewer.
ata_security ata_security_of(const std::string& identify);

/// Unsupported if the disk does not speak ATA.
ata_security ask_ata(const std::string& device);
/// Sets a password and starts the disk's secure erase, which removes the password. A disk that
/// still has the password of an interrupted erase is erased with it. Throws command_failure
/// (BlockDeviceEraseError).
void ata_erase(const std::string& device, const ata_security& security);

}  // namespace ironbus::ramdisk
