#pragma once

#include "drivers/ramdisk/deploy/partition_table.hpp"

#include <cstdint>
#include <string>

namespace ironbus::ramdisk {

/// The table on a disk as it is now.
partition_table table_of(const std::string& device, std::uint64_t sector);
/// Moves a GPT's second table to the end of the disk, where an image of a smaller disk has left it
/// before.
void repair_table(const std::string& device, std::uint64_t sector);
/// The kernel reads the table anew, and makes the device files.
void show_partitions(const std::string& device);
/// Until a device file is there. Throws command_failure (DeploymentError) after some seconds.
void wait_for_device(const std::string& name);

/// A mounted file system; unmounted with the object.
class mounted_system {
public:
  /// Throws command_failure (CommandExecutionError) if none of these kinds is on the device.
  mounted_system(const std::string& device, std::string place, bool read_only);
  ~mounted_system();
  mounted_system(const mounted_system&) = delete;
  mounted_system& operator=(const mounted_system&) = delete;

  [[nodiscard]] const std::string& place() const { return place_; }

private:
  std::string place_;
};

/// The UUID of a file system (ext, XFS, Btrfs, FAT); empty if it is none of these.
std::string file_system_uuid(const std::string& beginning);

}  // namespace ironbus::ramdisk
