#pragma once

#include "drivers/ramdisk/deploy/image_info.hpp"
#include "drivers/ramdisk/deploy/partition_table.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// One partition to be made, in the order in which they lie on the disk.
struct wanted_partition {
  std::string role;  // efi, bios, ephemeral, swap, config_drive, root
  std::int64_t mib = 0;
  std::string type;  // for sfdisk
};

/// What a partition image needs around it, as ironic-python-agent lays it out; the root comes last.
std::vector<wanted_partition> plan_partitions(const image_info& image, bool uefi, bool gpt,
                                              bool with_config_drive);
/// Whether the machine is to boot it by UEFI: as the service says, else as this one was started.
bool boots_by_uefi(const image_info& image, const std::filesystem::path& sysfs);
/// Before a disk is touched: throws command_failure where a partition image could not be made
/// bootable here, for want of the service's permission or by another boot mode.
void check_bootable(const image_info& image, const std::filesystem::path& sysfs,
                    bool programs_allowed);
/// What of a disk's table is not as wanted, as a sentence; empty if nothing.
std::string difference(const partition_table& table, const std::vector<wanted_partition>& wanted);
/// As sfdisk reads it.
std::string sfdisk_script(const std::vector<wanted_partition>& wanted, bool gpt);

struct made_partitions {
  std::string root;
  std::string config_drive;  // empty if there is none
  nlohmann::json uuids;      // "efi system partition uuid"
};

/// Makes the partitions and file systems. With preserve_ephemeral the table on the disk must be as
/// wanted already, and the ephemeral partition is left alone. Throws command_failure
/// (DeploymentError).
made_partitions make_partitions(const image_info& image, const std::string& device,
                                std::uint64_t sector, bool with_config_drive,
                                const std::filesystem::path& sysfs);

}  // namespace ironbus::ramdisk
