#pragma once

#include "drivers/ramdisk/deploy/image_info.hpp"

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
/// As sfdisk reads it.
std::string sfdisk_script(const std::vector<wanted_partition>& wanted, bool gpt);

struct made_partitions {
  std::string root;
  std::string config_drive;  // empty if there is none
  nlohmann::json uuids;      // "efi system partition uuid"
};

/// Makes the partitions and file systems. Throws command_failure (DeploymentError).
made_partitions make_partitions(const image_info& image, const std::string& device,
                                std::uint64_t sector, bool with_config_drive,
                                const std::filesystem::path& sysfs);

}  // namespace ironbus::ramdisk
