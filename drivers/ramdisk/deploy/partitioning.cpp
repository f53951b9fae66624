#include "drivers/ramdisk/deploy/partitioning.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/subprocess.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "drivers/ramdisk/deploy/config_drive.hpp"
#include "drivers/ramdisk/deploy/disk_tools.hpp"
#include "drivers/ramdisk/disks/block_device.hpp"
#include "drivers/ramdisk/disks/erase.hpp"
#include "drivers/ramdisk/inventory/disk.hpp"

namespace ironbus::ramdisk {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t efi_mib = 550;
constexpr std::int64_t bios_mib = 1;
constexpr const char* bios_boot_type = "21686148-6449-6E6F-744E-656564454649";
constexpr const char* swap_type = "0657FD6D-A4AB-43C4-84E5-0933C84B4F4F";

void run_or_fail(const std::vector<std::string>& command, const std::string& input = {}) {
  const auto done = run_program(command, input);
  if (done.code != 0)
    throw deployment_failed(command.front() + " failed on " + command.back() + ": " +
                            trimmed(done.output));
}

void make_file_system(const wanted_partition& wanted, const std::string& name,
                      const image_info& image) {
  if (wanted.role == "efi") run_or_fail({"mkdosfs", "-n", "efi-part", name});
  if (wanted.role == "swap") run_or_fail({"mkswap", "-L", "swap1", name});
  if (wanted.role != "ephemeral") return;
  const auto kind = image.ephemeral_format.empty() ? "ext4" : image.ephemeral_format;
  if (kind.rfind("ext", 0) != 0 || kind.size() != 4)
    throw deployment_failed("The ephemeral format '" + kind +
                            "' cannot be made here; ext2, ext3 and ext4 can.");
  run_or_fail({"mke2fs", "-q", "-F", "-t", kind, "-L", "ephemeral0", name});
}

}  // namespace

std::vector<wanted_partition> plan_partitions(const image_info& image, bool uefi, bool gpt,
                                              bool with_config_drive) {
  std::vector<wanted_partition> out;
  if (uefi) out.push_back({"efi", efi_mib, gpt ? efi_system_type : "ef"});
  if (!uefi && gpt) out.push_back({"bios", bios_mib, bios_boot_type});
  if (image.ephemeral_mb > 0)
    out.push_back({"ephemeral", image.ephemeral_mb, gpt ? linux_data_type : "83"});
  if (image.swap_mb > 0) out.push_back({"swap", image.swap_mb, gpt ? swap_type : "82"});
  if (with_config_drive)
    out.push_back({"config_drive", static_cast<std::int64_t>(config_drive_max >> 20),
                   gpt ? linux_data_type : "83"});
  out.push_back({"root", image.root_mb, gpt ? linux_data_type : "83"});
  return out;
}

std::string sfdisk_script(const std::vector<wanted_partition>& wanted, bool gpt) {
  std::string out = gpt ? "label: gpt\n" : "label: dos\n";
  for (const auto& one : wanted) {
    out += "size=" + std::to_string(one.mib) + "MiB, type=" + one.type;
    if (!gpt && one.role == "root") out += ", bootable";
    out += "\n";
  }
  return out;
}

made_partitions make_partitions(const image_info& image, const std::string& device,
                                std::uint64_t sector, bool with_config_drive,
                                const fs::path& sysfs) {
  std::error_code error;
  const bool uefi = image.deploy_boot_mode.empty()
                        ? fs::is_directory(sysfs / "firmware" / "efi", error)
                        : image.deploy_boot_mode == "uefi";
  const bool gpt = uefi || image.disk_label == "gpt";
  const auto wanted = plan_partitions(image, uefi, gpt, with_config_drive);
  if (!gpt && wanted.size() > 4)
    throw deployment_failed(
        "An MBR has four partitions; swap, ephemeral, config drive and root are too many.");
  if (image.preserve_ephemeral)
    throw deployment_failed("preserve_ephemeral is not supported by this ramdisk.");
  wipe_metadata(sysfs, device);
  run_or_fail({"sfdisk", "--quiet", "--wipe", "always", "--no-reread", "--no-tell-kernel", device},
              sfdisk_script(wanted, gpt));
  show_partitions(device);
  made_partitions out;
  out.uuids = nlohmann::json::object();
  int index = 0;
  for (const auto& one : wanted) {
    const auto name = partition_name(device, ++index);
    wait_for_device(name);
    make_file_system(one, name, image);
    if (one.role == "root") out.root = name;
    if (one.role == "config_drive") out.config_drive = name;
  }
  if (!uefi) return out;
  const block_device system{partition_name(device, 1), block_device::access::read};
  out.uuids["efi system partition uuid"] = file_system_uuid(system.read(0, 0x10200));
  (void)sector;
  return out;
}

}  // namespace ironbus::ramdisk
