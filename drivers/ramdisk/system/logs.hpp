#pragma once

#include <string>

namespace ironbus::ramdisk {

/// A tar archive, packed by gzip, in base64: what the kernel, init and the agent have logged, and
/// how disks and network look. Empty if it cannot be made.
std::string collect_logs();

}  // namespace ironbus::ramdisk
