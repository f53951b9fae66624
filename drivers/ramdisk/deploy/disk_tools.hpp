#pragma once

#include "drivers/ramdisk/deploy/partition_table.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::ramdisk {

/// The current partition table of a disk.
partition_table table_of(const std::string& device, std::uint64_t sector);
/// Moves the backup table of a GPT to the end of the disk, after an image of a smaller disk was
/// written.
void repair_table(const std::string& device, std::uint64_t sector);
/// Makes the kernel reread the table and create the device files.
void show_partitions(const std::string& device);
/// Waits for a device file. Throws command_failure (DeploymentError) after some seconds.
void wait_for_device(const std::string& name);

/// Allowed file system types, by the kernel's names. The disk's content is untrusted, so only the
/// necessary types are tried.
using file_system_kinds = std::vector<const char*>;
inline const file_system_kinds medium_kinds{"iso9660", "vfat"};
inline const file_system_kinds system_partition_kinds{"vfat"};
inline const file_system_kinds root_kinds{"ext4", "xfs", "btrfs"};

/// Loads the kernel's driver of a file system. The ramdisk has no helper program for the kernel.
void load_file_system(std::string_view kind);

/// A mounted file system; unmounted with the object.
class mounted_system {
public:
  enum class access { read, write };

  /// Throws command_failure (CommandExecutionError) if the device has none of these types.
  mounted_system(const std::string& device, std::string place, const file_system_kinds& kinds,
                 access how);
  ~mounted_system();
  mounted_system(const mounted_system&) = delete;
  mounted_system& operator=(const mounted_system&) = delete;

  [[nodiscard]] const std::string& place() const { return place_; }
  /// The mounted path within the file system: "/@" for a Btrfs with that default subvolume; empty:
  /// its top.
  [[nodiscard]] std::string path_within() const;

private:
  std::string place_;
};

/// The same for a mount point, from a text like /proc/self/mountinfo (proc(5)).
std::string path_within(const std::string& mounts, const std::string& place);

/// Bytes of a file system's start that this needs.
constexpr std::size_t file_system_head = 0x10200;
/// The UUID of a file system (ext, XFS, Btrfs, FAT); empty if it is none of these.
std::string file_system_uuid(const std::string& beginning);

}  // namespace ironbus::ramdisk
