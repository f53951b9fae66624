#pragma once

namespace ironbus::ramdisk {

/// What is in memory goes to the disks.
void flush_disks();
/// Flushes and ends the machine a moment later, so that the command's answer can go out.
void power_off_soon();
void reboot_soon();
/// All network interfaces down: nobody can be asked by anybody.
void lock_down();

}  // namespace ironbus::ramdisk
