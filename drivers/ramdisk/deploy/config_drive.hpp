#pragma once

#include "drivers/ramdisk/deploy/download.hpp"
#include "drivers/ramdisk/deploy/partition_table.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace ironbus::ramdisk {

/// Maximum size of a config drive, as in ironic-python-agent.
constexpr std::uint64_t config_drive_max = 64ULL << 20;

/// Decompresses gzip data up to that size. Throws command_failure (DeploymentError).
std::string gunzipped(const std::string& packed, std::uint64_t size_max);

/// The bytes of the file system, from base64 of gzip, or from the URL of such a text. Throws
/// command_failure.
std::string config_drive_bytes(const std::string& given, const download_rules& rules);

/// Whether a file system with that start (36 KiB) is ISO 9660 or FAT with the label config-2.
bool is_config_drive(const std::string& beginning);

/// Writes it to the image's partition for it, else to a new one of 64 MiB at the end of the disk.
/// Throws command_failure (DeploymentError) if there is no space.
void write_config_drive(const std::filesystem::path& sysfs, const std::string& device,
                        std::uint64_t sector, const std::string& bytes);

/// Writes it to a partition and verifies it; as FAT if the disk's sectors are too large for ISO
/// 9660. Throws command_failure (DeploymentError).
void put_config_drive(const std::string& place, std::uint64_t sector, const std::string& bytes);

/// The first sector of a new partition at the end of the disk, aligned to 1 MiB: before the backup
/// table of a GPT, below 2 TiB for an MBR.
std::uint64_t last_place(const partition_table& table, std::uint64_t disk_size, std::uint64_t size);

}  // namespace ironbus::ramdisk
