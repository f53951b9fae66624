#pragma once

#include <cstdint>
#include <string>

namespace ironbus::ramdisk {

/// Whether Linux cannot mount a config drive as it is on a disk with sectors of this size. ISO 9660
/// has blocks of 2,048 bytes, which must not be smaller than a sector. FAT of 512 bytes neither.
bool needs_fat_drive(std::uint64_t sector);

/// Copies the files of a config drive (ISO 9660 or FAT) to a new FAT file system with the label
/// config-2 on the partition. Throws command_failure (DeploymentError).
void write_fat_drive(const std::string& partition, std::uint64_t sector, const std::string& bytes);

}  // namespace ironbus::ramdisk
