#include "drivers/ramdisk/deploy/config_drive.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/base/subprocess.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "drivers/ramdisk/deploy/disk_tools.hpp"
#include "drivers/ramdisk/deploy/download.hpp"
#include "drivers/ramdisk/deploy/fat_drive.hpp"
#include "drivers/ramdisk/deploy/image_info.hpp"
#include "drivers/ramdisk/disks/block_device.hpp"
#include "drivers/ramdisk/inventory/disk.hpp"

#include <zlib.h>

#include <algorithm>

namespace ironbus::ramdisk {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t mebibyte = 1ULL << 20;
constexpr std::uint64_t mbr_sectors_max = 1ULL << 32;
constexpr std::size_t drive_head_size = 36 * 1024;

void check_room(const partition_table& table, const std::string& device) {
  if (table.label == partition_table::kind::none)
    throw deployment_failed("Config drive cannot be created: " + device +
                            " has no partition table.");
  if (table.label == partition_table::kind::dos && table.partitions.size() >= mbr_partitions_max)
    throw deployment_failed("Config drive cannot be created. Disk (" + device +
                            ") uses MBR partitioning and already has " +
                            std::to_string(table.partitions.size()) + " primary partitions.");
}

/// The number of the new partition.
int add_partition(const std::string& device, const partition_table& table, std::uint64_t first) {
  const bool gpt = table.label == partition_table::kind::gpt;
  const auto line =
      "start=" + std::to_string(first) +
      ", size=" + std::to_string(config_drive_max / table.sector) +
      (gpt ? std::string{", type="} + linux_data_type + ", name=\"config-2\"\n" : ", type=83\n");
  const auto done = run_program({"sfdisk", "--quiet", "--append", "--no-reread", "--no-tell-kernel",
                                 "--wipe", "never", device},
                                line);
  if (done.code != 0)
    throw deployment_failed("Failed to create config drive on disk " + device + ": " +
                            trimmed(done.output));
  const auto after = table_of(device, table.sector);
  for (const auto& one : after.partitions)
    if (one.first == first) return one.number;
  throw deployment_failed("Disk partitioning failed on device " + device +
                          ". Unable to retrieve config drive partition information.");
}

std::string existing(const fs::path& sysfs, const std::string& device) {
  for (const auto number_of_partition : partition_numbers(sysfs, device)) {
    auto name = partition_name(device, number_of_partition);
    const block_device candidate{name, block_device::access::read};
    if (is_config_drive(candidate.read(0, drive_head_size))) return name;
  }
  return {};
}

}  // namespace

std::string gunzipped(const std::string& packed, std::uint64_t size_max) {
  z_stream inflater{};
  if (inflateInit2(&inflater, 16 + MAX_WBITS) != Z_OK)
    throw deployment_failed("zlib cannot be started");
  inflater.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  inflater.avail_in = static_cast<uInt>(packed.size());
  std::string out;
  std::string piece(mebibyte, '\0');
  int status = Z_OK;
  while (status == Z_OK && out.size() <= size_max) {
    inflater.next_out = reinterpret_cast<Bytef*>(piece.data());
    inflater.avail_out = static_cast<uInt>(piece.size());
    status = inflate(&inflater, Z_NO_FLUSH);
    out.append(piece, 0, piece.size() - inflater.avail_out);
  }
  inflateEnd(&inflater);
  if (out.size() > size_max)
    throw deployment_failed("Config drive size exceeds maximum limit of " +
                            std::to_string(size_max / mebibyte) + "MiB.");
  if (status != Z_STREAM_END)
    throw deployment_failed("The config drive is not in gzip format, or is truncated.");
  return out;
}

std::string config_drive_bytes(const std::string& given, const download_rules& rules) {
  const auto text =
      is_web_url(given) ? download_text(given, "", rules, 2 * config_drive_max) : given;
  const auto packed = from_base64(text);
  if (!packed || packed->empty())
    throw deployment_failed("The config drive is not a gzip file in base64.");
  return gunzipped(*packed, config_drive_max);
}

bool is_config_drive(const std::string& beginning) {
  constexpr std::size_t volume = 0x8000;  // ISO 9660: the primary volume descriptor
  if (beginning.size() > volume + 72 && beginning.compare(volume + 1, 5, "CD001") == 0)
    return lower(trimmed(beginning.substr(volume + 40, 32))) == "config-2";
  const auto fat_label = [&beginning](std::size_t place) {
    return beginning.size() > place + 11 ? lower(trimmed(beginning.substr(place, 11))) : "";
  };
  return fat_label(71) == "config-2" || fat_label(43) == "config-2";
}

std::uint64_t last_place(const partition_table& table, std::uint64_t disk_size,
                         std::uint64_t size) {
  const auto alignment = mebibyte / table.sector;
  auto end = disk_size / table.sector;
  if (table.label == partition_table::kind::gpt) end -= std::min(end, 34 * 512 / table.sector + 1);
  if (table.label == partition_table::kind::dos) end = std::min(end, mbr_sectors_max - 1);
  const auto count = size / table.sector;
  return end > count ? (end - count) / alignment * alignment : 0;
}

void write_config_drive(const fs::path& sysfs, const std::string& device, std::uint64_t sector,
                        const std::string& bytes) {
  if (bytes.size() > config_drive_max)
    throw deployment_failed("Config drive size exceeds maximum limit of 64MiB.");
  repair_table(device, sector);
  auto place = existing(sysfs, device);
  if (place.empty()) {
    const auto table = table_of(device, sector);
    check_room(table, device);
    const block_device whole{device, block_device::access::read};
    const auto first = last_place(table, whole.size(), config_drive_max);
    place = partition_name(device, add_partition(device, table, first));
    show_partitions(device);
  }
  log_line("writing the config drive to " + place);
  wait_for_device(place);
  put_config_drive(place, sector, bytes);
}

void put_config_drive(const std::string& place, std::uint64_t sector, const std::string& bytes) {
  if (needs_fat_drive(sector)) return write_fat_drive(place, sector, bytes);
  const block_device target{place, block_device::access::write};
  if (target.size() < bytes.size())
    throw deployment_failed("The config drive does not fit on " + place + ".");
  target.write(0, bytes.data(), bytes.size());
  target.flush();
  if (target.read(0, bytes.size()) != bytes)
    throw deployment_failed("The config drive on " + place + " differs from the written data.");
}

}  // namespace ironbus::ramdisk
