#pragma once

#include <string>

namespace ironbus::ramdisk {

/// Words 89, 90 and 128 of IDENTIFY DEVICE (ATA/ATAPI command set): what its security feature set
/// says.
struct ata_security {
  bool supported = false;
  bool enabled = false;  // it has a password
  bool locked = false;
  bool frozen = false;  // the firmware allows no security command until the power was off
  bool enhanced = false;
};

/// Of the 512 bytes of IDENTIFY DEVICE; nothing supported if there are fewer.
ata_security ata_security_of(const std::string& identify);

/// Nothing supported where the disk is none that speaks ATA.
ata_security ask_ata(const std::string& device);
/// Sets a password and lets the disk erase itself, which takes the password off again. A disk that
/// has the password of an attempt that was cut short is erased with it. Throws command_failure
/// (BlockDeviceEraseError).
void ata_erase(const std::string& device, const ata_security& security);

}  // namespace ironbus::ramdisk
