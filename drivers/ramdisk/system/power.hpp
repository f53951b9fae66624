#pragma once

namespace ironbus::ramdisk {

/// Writes all cached data to the disks.
void flush_disks();
/// Flushes and stops the machine a moment later, after the command's response.
void power_off_soon();
void reboot_soon();
/// Takes all network interfaces down.
void lock_down();

}  // namespace ironbus::ramdisk
