#pragma once

#include "drivers/ramdisk/deploy/partition_table.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

/// Kinds of file systems that a device may have, as the kernel calls them: what a disk says is not
/// believed, so no more kinds are tried than there is a use for.
using file_system_kinds = std::vector<const char*>;
inline const file_system_kinds medium_kinds{"iso9660", "vfat"};
inline const file_system_kinds system_partition_kinds{"vfat"};
inline const file_system_kinds root_kinds{"ext4", "xfs", "btrfs"};

/// Loads the kernel's driver of a file system: here no program answers when the kernel asks for it.
void load_file_system(std::string_view kind);

/// A mounted file system; unmounted with the object.
class mounted_system {
public:
  enum class access { read, write };

  /// Throws command_failure (CommandExecutionError) if none of these kinds is on the device.
  mounted_system(const std::string& device, std::string place, const file_system_kinds& kinds,
                 access how);
  ~mounted_system();
  mounted_system(const mounted_system&) = delete;
  mounted_system& operator=(const mounted_system&) = delete;

  [[nodiscard]] const std::string& place() const { return place_; }
  /// Where its files are within the file system: "/@" of a Btrfs whose default subvolume that is;
  /// empty: at the top.
  [[nodiscard]] std::string path_within() const;

private:
  std::string place_;
};

/// The same of what is mounted at a place, from a text like /proc/self/mountinfo (proc(5)).
std::string path_within(const std::string& mounts, const std::string& place);

/// So much of its beginning is needed for that.
constexpr std::size_t file_system_head = 0x10200;
/// The UUID of a file system (ext, XFS, Btrfs, FAT); empty if it is none of these.
std::string file_system_uuid(const std::string& beginning);

}  // namespace ironbus::ramdisk
