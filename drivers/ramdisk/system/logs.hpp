#pragma once

#include <string>

namespace ironbus::ramdisk {

/// A gzipped tar archive in base64: logs of the kernel, init and the agent, and the state of disks
/// and network. Empty if it fails.
std::string collect_logs();

}  // namespace ironbus::ramdisk
