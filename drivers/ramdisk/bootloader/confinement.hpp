#pragma once

#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// A program of an image with its allowed resources: the image, one disk and its partitions.
struct confined_program {
  std::string root;              // mount point of the image
  std::string device;            // "/dev/sda"
  std::string system_partition;  // mounted at /boot/efi; empty: none
  std::vector<std::string> command;
};

/// Arguments with which the agent starts itself to become that program.
std::vector<std::string> confined_arguments(const confined_program& program);
/// Parses the same, without the first two (program and verb). Throws std::invalid_argument.
confined_program read_confined_arguments(const std::vector<std::string>& arguments);

/// Becomes that program and returns its exit code. An image's program is untrusted code with root
/// privileges. So it gets its own namespaces without a network, and the image as its root. The
/// kernel's command line (with the agent's token) is empty. Its /dev has only the disk. All
/// capabilities beyond files are dropped. /proc and /sys are read-only. Everything ends with this
/// process. Call it only in a separate process with one thread.
int run_confined(const confined_program& program);

}  // namespace ironbus::ramdisk
