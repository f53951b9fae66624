#include "drivers/ramdisk/deploy/disk_tools.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/base/subprocess.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "drivers/ramdisk/disks/block_device.hpp"
#include "drivers/ramdisk/start/load_modules.hpp"

#include <sys/mount.h>

#include <chrono>
#include <filesystem>
#include <thread>

namespace ironbus::ramdisk {

namespace fs = std::filesystem;

namespace {

constexpr int device_attempts = 100;
constexpr std::chrono::milliseconds device_pause{100};

std::string uuid_text(const std::string& bytes) {
  auto out = to_hex(bytes);
  for (const auto place : {20, 16, 12, 8}) out.insert(static_cast<std::size_t>(place), "-");
  return out;
}

}  // namespace

partition_table table_of(const std::string& device, std::uint64_t sector) {
  const block_device disk{device, block_device::access::read};
  return read_partition_table(
      [&disk](std::uint64_t place, std::size_t size) { return disk.read(place, size); }, sector);
}

void repair_table(const std::string& device, std::uint64_t sector) {
  if (table_of(device, sector).label != partition_table::kind::gpt) return;
  const auto done = run_program({"sfdisk", "--quiet", "--no-reread", "--no-tell-kernel",
                                 "--relocate", "gpt-bak-std", device});
  if (done.code != 0)
    log_line("the backup partition table of " + device + " was not moved: " + trimmed(done.output));
}

void show_partitions(const std::string& device) {
  const block_device disk{device, block_device::access::write};
  disk.flush();
  disk.read_partitions_again();
}

void wait_for_device(const std::string& name) {
  std::error_code error;
  for (int attempt = 0; attempt < device_attempts; ++attempt) {
    if (fs::exists(name, error)) return;
    std::this_thread::sleep_for(device_pause);
  }
  throw deployment_failed("The partition " + name + " did not appear.");
}

void load_file_system(std::string_view kind) {
  load_named_modules({"nls_ascii", "nls_cp437", "crc32c_generic", "crc32c_intel",
                      std::string{kind == "iso9660" ? "isofs" : kind}});
}

mounted_system::mounted_system(const std::string& device, std::string place,
                               const file_system_kinds& kinds, access how)
    : place_{std::move(place)} {
  std::error_code error;
  fs::create_directories(place_, error);
  const unsigned long flags =
      MS_NODEV | MS_NOSUID | (how == access::read ? static_cast<unsigned long>(MS_RDONLY) : 0UL);
  std::string tried;
  for (const auto* kind : kinds) {
    load_file_system(kind);
    if (::mount(device.c_str(), place_.c_str(), kind, flags, "") == 0) return;
    tried += (tried.empty() ? "" : ", ") + std::string{kind} + ": " + last_error();
  }
  throw execution_failed(device + " cannot be mounted (" + tried + ").");
}

mounted_system::~mounted_system() {
  for (int attempt = 0; attempt < 3 && ::umount2(place_.c_str(), 0) != 0; ++attempt)
    std::this_thread::sleep_for(std::chrono::milliseconds{200});
}

std::string mounted_system::path_within() const {
  return ramdisk::path_within(read_file("/proc/self/mountinfo").value_or(""), place_);
}

std::string path_within(const std::string& mounts, const std::string& place) {
  constexpr std::size_t path_field = 3;
  constexpr std::size_t place_field = 4;
  std::string out;
  for (const auto& line : split(mounts, '\n')) {
    const auto fields = words(line);
    if (fields.size() <= place_field || fields[place_field] != place) continue;
    out = fields[path_field] == "/" ? "" : fields[path_field];  // the last mount hides earlier ones
  }
  return out;
}

std::string file_system_uuid(const std::string& beginning) {
  const auto has = [&beginning](std::size_t place, std::string_view text) {
    return beginning.compare(place, text.size(), text) == 0;
  };
  if (beginning.size() < file_system_head) return {};
  if (has(0x438, "\x53\xef")) return uuid_text(beginning.substr(0x468, 16));
  if (has(0, "XFSB")) return uuid_text(beginning.substr(32, 16));
  if (has(0x10040, "_BHRfS_M")) return uuid_text(beginning.substr(0x10020, 16));
  const auto serial = has(82, "FAT32") ? 67U : has(54, "FAT1") ? 39U : 0U;
  if (serial == 0) return {};
  std::string bytes = beginning.substr(serial, 4);
  std::reverse(bytes.begin(), bytes.end());
  auto out = to_hex(bytes);
  for (auto& c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out.insert(4, "-");
}

}  // namespace ironbus::ramdisk
