#pragma once

#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// A program of an image, and what it may touch: the image, one disk and its partitions.
struct confined_program {
  std::string root;              // where the image is mounted
  std::string device;            // "/dev/sda"
  std::string system_partition;  // shown at /boot/efi; empty: none
  std::vector<std::string> command;
};

/// The arguments by which the agent starts itself to become that program.
std::vector<std::string> confined_arguments(const confined_program& program);
/// Reads the same back, without the first two (program and verb). Throws std::invalid_argument.
confined_program read_confined_arguments(const std::vector<std::string>& arguments);

/// Becomes that program, and returns with its exit code. An image's program is somebody else's code
/// with the rights of root; so it has namespaces of its own, without a network, and the image as
/// its root; /proc and /sys are read-only, the kernel's command line (with the agent's token) is
/// empty, /dev has the disk only, and what root may do beyond files is taken away. All of it ends
/// with this process. Only for a process of its own with one thread.
int run_confined(const confined_program& program);

}  // namespace ironbus::ramdisk
