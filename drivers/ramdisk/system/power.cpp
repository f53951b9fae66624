#include "drivers/ramdisk/system/power.hpp"

#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/base/subprocess.hpp"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/reboot.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

namespace ironbus::ramdisk {

namespace {

constexpr std::chrono::milliseconds answer_time{700};

void end_soon(int how, const char* what) {
  log_line(what);
  std::thread{[how] {
    std::this_thread::sleep_for(answer_time);
    flush_disks();
    ::reboot(how);
  }}.detach();
}

}  // namespace

void flush_disks() {
  ::sync();
  for (const auto& name : names_in("/sys/block")) {
    const auto file = open_file("/dev/" + name, O_RDONLY | O_NONBLOCK);
    if (file) ::ioctl(file.get(), BLKFLSBUF, 0);
  }
}

void power_off_soon() { end_soon(RB_POWER_OFF, "powering off"); }

void reboot_soon() { end_soon(RB_AUTOBOOT, "rebooting"); }

void lock_down() {
  log_line("locked down");
  for (const auto& name : names_in("/sys/class/net")) run_program({"ifconfig", name, "down"});
}

}  // namespace ironbus::ramdisk
