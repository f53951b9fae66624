#pragma once

#include "drivers/ramdisk/disks/erase_plan.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// Result for one disk. `verified`: samples read afterwards contained nothing of the old content.
struct erase_report {
  disk target;
  erase_method method = erase_method::overwrite;
  double seconds = 0;
  bool verified = false;
};

/// Result of a cleaning step: {devices: [{name, serial, wwn, size, method, seconds, verified}],
/// agent_version}.
nlohmann::json document_of(const std::vector<erase_report>& reports);

/// Erases all disks of the node except those to skip, several at a time if configured. Throws
/// command_failure: BlockDeviceEraseError, IncompatibleHardwareMethodError like
/// ironic-python-agent.
std::vector<erase_report> erase_disks(const std::filesystem::path& sysfs,
                                      const nlohmann::json& node);
/// Erases only the metadata of partitions and disks.
std::vector<erase_report> erase_metadata(const std::filesystem::path& sysfs,
                                         const nlohmann::json& node);
/// Erases NVMe disks with their own command, and the metadata of others.
std::vector<erase_report> erase_express(const std::filesystem::path& sysfs,
                                        const nlohmann::json& node);

/// Writes zeros over the first and last MiB of a device and of its partitions, where file systems,
/// RAID and partition tables have their signatures.
void wipe_metadata(const std::filesystem::path& sysfs, const std::string& device);

/// Overwrites the whole device: that many random passes, then zeros if requested or if there is no
/// pass.
void overwrite(const std::string& device, int passes, bool zeros_last);

}  // namespace ironbus::ramdisk
