#include "drivers/ramdisk/deploy/fat_drive.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/base/subprocess.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "drivers/ramdisk/deploy/disk_tools.hpp"
#include "drivers/ramdisk/start/load_modules.hpp"

#include <filesystem>

namespace ironbus::ramdisk {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t iso_block = 2048;
constexpr const char* drive_copy_path = "/tmp/config-drive";
constexpr const char* iso_place = "/mnt/old-config";
constexpr const char* fat_place = "/mnt/new-config";

std::string run_drive_tool(const std::vector<std::string>& program, const std::string& partition) {
  const auto end = run_program(program);
  if (end.code == 0) return trimmed(end.output);
  throw deployment_failed("The config drive cannot be written as FAT to " + partition + ": " +
                          program.front() + ": " + trimmed(end.output));
}

/// The drive's bytes as a block device.
class looped_drive {
public:
  looped_drive(const std::string& bytes, const std::string& partition) {
    load_named_modules({"loop"});
    if (!write_file(drive_copy_path, bytes))
      throw deployment_failed("The config drive does not fit in memory.");
    name_ = run_drive_tool({"losetup", "-f"}, partition);
    run_drive_tool({"losetup", name_, drive_copy_path}, partition);
  }
  ~looped_drive() {
    run_program({"losetup", "-d", name_});
    std::error_code ignored;
    fs::remove(drive_copy_path, ignored);
  }
  looped_drive(const looped_drive&) = delete;
  looped_drive& operator=(const looped_drive&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }

private:
  std::string name_;
};

}  // namespace

bool needs_fat_drive(std::uint64_t sector) { return sector > iso_block; }

void write_fat_drive(const std::string& partition, std::uint64_t sector, const std::string& bytes) {
  log_line("writing the config drive as FAT: " + partition + " has sectors of " +
           std::to_string(sector) + " bytes");
  const looped_drive drive{bytes, partition};
  run_drive_tool({"mkfs.fat", "-n", "config-2", "-S", std::to_string(sector), partition},
                 partition);
  const mounted_system given{drive.name(), iso_place, medium_kinds, mounted_system::access::read};
  {
    const mounted_system target{partition, fat_place, {"vfat"}, mounted_system::access::write};
    run_drive_tool({"cp", "-r", std::string{iso_place} + "/.", fat_place}, partition);
    run_program({"sync"});
  }
  const mounted_system written{partition, fat_place, {"vfat"}, mounted_system::access::read};
  run_drive_tool({"diff", "-r", iso_place, fat_place}, partition);
}

}  // namespace ironbus::ramdisk
