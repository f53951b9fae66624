#pragma once

#include "drivers/ramdisk/deploy/partition_table.hpp"
#include "drivers/ramdisk/http/web_client.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace ironbus::ramdisk {

/// A config drive may have so much, as with ironic-python-agent.
constexpr std::uint64_t config_drive_max = 64ULL << 20;

/// What a gzip file has, at most so much of it. Throws command_failure (DeploymentError).
std::string gunzipped(const std::string& packed, std::uint64_t size_max);

/// The file system's bytes: given as base64 of gzip, or as the URL of such a text. Throws
/// command_failure.
std::string config_drive_bytes(const std::string& given, const web_rules& rules);

/// Whether a file system of that beginning (36 KiB of it) is labelled config-2: ISO 9660 or FAT.
bool is_config_drive(const std::string& beginning);

/// Writes it to the disk: over the partition that the image has for it, else to a new one of 64 MiB
/// at the end. Throws command_failure (DeploymentError) where there is no room for one.
void write_config_drive(const std::filesystem::path& sysfs, const std::string& device,
                        std::uint64_t sector, const std::string& bytes);

/// The first sector of a partition of that size at the end of the disk, aligned to 1 MiB: of a GPT
/// before its second table, of an MBR below 2 TiB.
std::uint64_t last_place(const partition_table& table, std::uint64_t disk_size, std::uint64_t size);

}  // namespace ironbus::ramdisk
