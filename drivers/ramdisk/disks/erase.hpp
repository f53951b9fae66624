#pragma once

#include "drivers/ramdisk/disks/erase_plan.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// What became of one disk. `verified`: pieces read back afterwards had nothing of what they had
/// before.
struct erase_report {
  disk target;
  erase_method method = erase_method::overwrite;
  double seconds = 0;
  bool verified = false;
};

/// The result of a cleaning step: {devices: [{name, serial, wwn, size, method, seconds, verified}],
/// agent_version}.
nlohmann::json document_of(const std::vector<erase_report>& reports);

/// Erases all disks of the node but those it wants left alone, several at a time if it says so.
/// Throws command_failure: BlockDeviceEraseError, IncompatibleHardwareMethodError as
/// ironic-python-agent does.
std::vector<erase_report> erase_disks(const std::filesystem::path& sysfs,
                                      const nlohmann::json& node);
/// Only the metadata, of partitions and disks.
std::vector<erase_report> erase_metadata(const std::filesystem::path& sysfs,
                                         const nlohmann::json& node);
/// NVMe disks by their own command, of others the metadata.
std::vector<erase_report> erase_express(const std::filesystem::path& sysfs,
                                        const nlohmann::json& node);

/// Zeros over the first and last MiB of one device (or partition), where file systems, RAID and
/// partition tables say what they are, and of its partitions.
void wipe_metadata(const std::filesystem::path& sysfs, const std::string& device);

/// Written from beginning to end: so many passes of random bytes, then zeros if asked for (or if
/// there is no pass).
void overwrite(const std::string& device, int passes, bool zeros_last);

}  // namespace ironbus::ramdisk
