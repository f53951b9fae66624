#pragma once

#include "drivers/ramdisk/deploy/image_info.hpp"
#include "drivers/ramdisk/deploy/partition_table.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// A partition to create. The order is that on the disk.
struct wanted_partition {
  std::string role;  // efi, bios, ephemeral, swap, config_drive, root
  std::int64_t mib = 0;
  std::string type;  // for sfdisk
};

/// The partitions for a partition image, in the layout of ironic-python-agent; root is last.
std::vector<wanted_partition> plan_partitions(const image_info& image, bool uefi, bool gpt,
                                              bool with_config_drive);
/// Whether the machine will boot by UEFI: by the image settings, else by the current boot mode.
bool boots_by_uefi(const image_info& image, const std::filesystem::path& sysfs);
/// Throws command_failure, before a disk is changed, if a partition image could not be made
/// bootable here: the service does not allow it, or the boot mode differs.
void check_bootable(const image_info& image, const std::filesystem::path& sysfs,
                    bool programs_allowed);
/// The first difference between the disk's table and the wanted one, as a message; empty: none.
std::string difference(const partition_table& table, const std::vector<wanted_partition>& wanted);
/// Input of sfdisk.
std::string sfdisk_script(const std::vector<wanted_partition>& wanted, bool gpt);

struct made_partitions {
  std::string root;
  std::string config_drive;  // empty: none
  nlohmann::json uuids;      // "efi system partition uuid"
};

/// Creates the partitions and file systems. With preserve_ephemeral the table on the disk must
/// already be as wanted, and the ephemeral partition is not touched. Throws command_failure
/// (DeploymentError).
made_partitions make_partitions(const image_info& image, const std::string& device,
                                std::uint64_t sector, bool with_config_drive,
                                const std::filesystem::path& sysfs);

}  // namespace ironbus::ramdisk
