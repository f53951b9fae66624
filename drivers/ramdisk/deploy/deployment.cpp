#include "drivers/ramdisk/deploy/deployment.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/json.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/deploy/config_drive.hpp"
#include "drivers/ramdisk/deploy/disk_format.hpp"
#include "drivers/ramdisk/deploy/disk_tools.hpp"
#include "drivers/ramdisk/deploy/partitioning.hpp"
#include "drivers/ramdisk/deploy/qcow2.hpp"
#include "drivers/ramdisk/disks/block_device.hpp"
#include "drivers/ramdisk/disks/erase.hpp"
#include "drivers/ramdisk/inventory/root_disk.hpp"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace ironbus::ramdisk {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t memory_kept = 64ULL << 20;  // for the agent itself

disk root_disk_of(const nlohmann::json& node, const fs::path& sysfs) {
  return choose_root_disk(without_skipped(list_disks(sysfs), node), root_hints_of(node));
}

std::uint64_t room_in(const fs::path& folder) {
  struct statvfs found {};
  if (::statvfs(folder.c_str(), &found) != 0) return 0;
  const auto out = static_cast<std::uint64_t>(found.f_bavail) * found.f_frsize;
  return out > memory_kept ? out - memory_kept : 0;
}

/// Raw: from the network directly to the device.
void stream_raw(const image_info& image, const std::string& target, const deployment_rules& rules) {
  const block_device device{target, block_device::access::write};
  std::string beginning;
  image_sink sink;
  sink.size_max = device.size();
  sink.write = [&](std::uint64_t place, const char* bytes, std::size_t size) {
    if (place == 0) beginning.clear();
    if (beginning.size() < qcow2_magic_size) {
      beginning.append(bytes, std::min(size, qcow2_magic_size - beginning.size()));
      if (is_qcow2(beginning))
        throw invalid_image(
            "The image is declared as raw, but is qcow2. Correct instance_info.image_disk_format.");
    }
    if (!write_all(device.number(), bytes, size, static_cast<long long>(place)))
      throw image_write_failed(target, last_error());
  };
  const auto size = download_image(image, rules.download, sink, rules.md5_allowed);
  if (::fsync(device.number()) != 0) throw image_write_failed(target, last_error());
  device.flush();
  log_line("image " + image.id + ": " + std::to_string(size) + " bytes streamed to " + target);
}

/// qcow2: into memory first, because it is checked as a whole and read in any order.
void convert_qcow2(const image_info& image, const std::string& target,
                   const deployment_rules& rules) {
  const auto path = rules.scratch / "image";
  const auto file = open_file(path, O_RDWR | O_CREAT | O_TRUNC);
  if (!file)
    throw image_download_failed(image.id, "cannot create a file in memory: " + last_error());
  ::unlink(path.c_str());  // deleted when closed
  image_sink sink;
  sink.size_max = room_in(rules.scratch);
  sink.write = [&](std::uint64_t place, const char* bytes, std::size_t size) {
    if (!write_all(file.get(), bytes, size, static_cast<long long>(place)))
      throw image_download_failed(image.id, "Unable to write image to memory: " + last_error());
  };
  download_image(image, rules.download, sink, rules.md5_allowed);
  const qcow2_image source{file.get()};
  const block_device device{target, block_device::access::write};
  if (source.size() > device.size())
    throw image_write_failed(target, "the image has " + std::to_string(source.size()) +
                                         " bytes, the device " + std::to_string(device.size()));
  source.read(
      [&](std::uint64_t place, const std::string& bytes) {
        if (!write_all(device.number(), bytes.data(), bytes.size(), static_cast<long long>(place)))
          throw image_write_failed(target, last_error());
      },
      [&device](std::uint64_t place, std::uint64_t size) { device.zero(place, size); });
  device.flush();
  log_line("image " + image.id + " converted to " + target);
}

/// `format` is raw or qcow2.
void write_data(const image_info& image, const std::string& format, const std::string& target,
                const deployment_rules& rules) {
  if (format == "qcow2") return convert_qcow2(image, target, rules);
  stream_raw(image, target, rules);
}

std::string uuid_on(const std::string& name) {
  const block_device device{name, block_device::access::read};
  return file_system_uuid(device.read(0, file_system_head));
}

/// An image is built for one sector size: its partition table counts in sectors.
void check_sector_size(const std::string& device, std::uint64_t sector) {
  const block_device disk{device, block_device::access::read};
  const auto built_for = gpt_sector_size(
      [&disk](std::uint64_t place, std::size_t size) { return disk.read(place, size); });
  if (built_for == 0 || built_for == sector) return;
  throw deployment_failed(wrong_sector_size(device, sector, built_for));
}

void check_partitions(const std::string& device, std::uint64_t sector) {
  const auto table = table_of(device, sector);
  if (table.label == partition_table::kind::none)
    throw deployment_failed(
        "Unable to find a valid partition table on the disk after writing the image. The image may "
        "be corrupted or it "
        "uses a different sector size than the device.");
  if (table.partitions.empty())
    throw deployment_failed("No partitions found on the device " + device +
                            " after writing the image.");
}

std::string result_text(const image_info& image, const std::string& device,
                        const nlohmann::json& uuids) {
  auto out = "image (" + image.id + ") written to device " + device +
             " root_uuid=" + text_member(uuids, "root uuid", "None");
  const auto system = text_member(uuids, "efi system partition uuid");
  if (image.deploy_boot_mode == "uefi" && !system.empty())
    out += " efi_system_partition_uuid=" + system;
  return out;
}

}  // namespace

void deployment::write(const image_info& image, const std::string& device, std::uint64_t sector,
                       const std::string& config_drive, const deployment_rules& rules) {
  written_id_.reset();
  uuids_ = nlohmann::json::object();
  // Before the disk is changed.
  const auto format = disk_format_of(image, rules.download, rules.md5_allowed);
  if (image.partition_image) {
    const auto made = make_partitions(image, device, sector, !config_drive.empty(), rules.sysfs);
    write_data(image, format, made.root, rules);
    if (!config_drive.empty()) put_config_drive(made.config_drive, sector, config_drive);
    uuids_ = made.uuids;
    uuids_["root uuid"] = uuid_on(made.root);
    if (text_member(uuids_, "root uuid").empty())
      throw invalid_image(
          "The partition image is not a supported file system: ext2, ext3, ext4, XFS, "
          "Btrfs.");
  } else {
    wipe_metadata(rules.sysfs, device);
    write_data(image, format, device, rules);
    check_sector_size(device, sector);
    repair_table(device, sector);
    show_partitions(device);
  }
  written_id_ = image.id;
}

std::string deployment::prepare_image(const nlohmann::json& node, const nlohmann::json& document,
                                      const nlohmann::json& config_drive,
                                      const deployment_rules& rules) {
  const auto image = read_image_info(document, rules.md5_allowed);
  const auto target = root_disk_of(node, rules.sysfs);
  check_bootable(image, rules.sysfs, rules.programs_allowed);
  const auto given = config_drive.is_string() ? config_drive.get<std::string>()
                                              : text_member(document, "configdrive");
  // Checked before the disk is changed.
  const auto drive = given.empty() ? std::string{} : config_drive_bytes(given, rules.download);
  if (written_id_ != image.id) write(image, target.name, target.logical_sector, drive, rules);
  check_partitions(target.name, target.logical_sector);
  if (!image.partition_image) {
    if (!drive.empty()) write_config_drive(rules.sysfs, target.name, target.logical_sector, drive);
    uuids_["root uuid"] = table_of(target.name, target.logical_sector).identifier;
  }
  return result_text(image, target.name, uuids_);
}

std::string deployment::cache_image(const nlohmann::json& node, const nlohmann::json& document,
                                    bool force, const deployment_rules& rules) {
  const auto image = read_image_info(document, rules.md5_allowed);
  const auto target = root_disk_of(node, rules.sysfs);
  if (written_id_ == image.id && !force)
    return "image (" + image.id + ") already present on device " + target.name +
           " root_uuid=" + text_member(uuids_, "root uuid", "None");
  write(image, target.name, target.logical_sector, "", rules);
  if (!image.partition_image)
    uuids_["root uuid"] = table_of(target.name, target.logical_sector).identifier;
  return "image (" + image.id + ") cached to device " + target.name +
         " root_uuid=" + text_member(uuids_, "root uuid", "None");
}

}  // namespace ironbus::ramdisk
