#include "drivers/ramdisk/deploy/partitioning.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/subprocess.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "drivers/ramdisk/deploy/config_drive.hpp"
#include "drivers/ramdisk/deploy/disk_tools.hpp"
#include "drivers/ramdisk/disks/block_device.hpp"
#include "drivers/ramdisk/disks/erase.hpp"
#include "drivers/ramdisk/inventory/disk.hpp"
#include "drivers/ramdisk/inventory/inventory.hpp"

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

void check_unchanged(const std::string& device, std::uint64_t sector,
                     const std::vector<wanted_partition>& wanted) {
  const auto why = difference(table_of(device, sector), wanted);
  if (!why.empty())
    throw deployment_failed("The ephemeral partition of " + device +
                            " cannot be preserved, because the disk has other partitions: " + why +
                            ". Nothing was changed.");
}

void write_table(const std::string& device, const std::string& script, const fs::path& sysfs) {
  wipe_metadata(sysfs, device);
  run_or_fail({"sfdisk", "--quiet", "--wipe", "always", "--no-reread", "--no-tell-kernel", device},
              script);
  show_partitions(device);
}

void make_file_system(const wanted_partition& wanted, const std::string& name,
                      const image_info& image) {
  if (wanted.role == "efi") run_or_fail({"mkdosfs", "-n", "efi-part", name});
  if (wanted.role == "swap") run_or_fail({"mkswap", "-L", "swap1", name});
  if (wanted.role != "ephemeral") return;
  const auto kind = image.ephemeral_format.empty() ? "ext4" : image.ephemeral_format;
  if (kind.rfind("ext", 0) != 0 || kind.size() != 4)
    throw deployment_failed("The ephemeral format '" + kind +
                            "' is not supported; allowed: ext2, ext3, ext4.");
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

bool boots_by_uefi(const image_info& image, const fs::path& sysfs) {
  const auto& mode = image.deploy_boot_mode;
  return (mode.empty() ? boot_mode({.sysfs = sysfs}) : mode) == "uefi";
}

void check_bootable(const image_info& image, const fs::path& sysfs, bool programs_allowed) {
  if (!image.partition_image) return;
  const auto started = boot_mode({.sysfs = sysfs});
  const auto& wanted = image.deploy_boot_mode;
  if (!wanted.empty() && wanted != started)
    throw deployment_failed(
        "The partition image boots in mode " + wanted +
        " (capability boot_mode, default uefi), but the machine was started in mode " + started +
        ".");
  if (!boots_by_uefi(image, sysfs) && !programs_allowed) throw programs_not_allowed();
}

std::string difference(const partition_table& table, const std::vector<wanted_partition>& wanted) {
  if (table.partitions.size() != wanted.size())
    return "it has " + std::to_string(table.partitions.size()) + " partitions, expected " +
           std::to_string(wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto& found = table.partitions[i];
    const auto& want = wanted[i];
    const auto mib = static_cast<std::int64_t>(found.count * table.sector >> 20);
    if (found.number == static_cast<int>(i) + 1 && mib == want.mib &&
        lower(found.type) == lower(want.type))
      continue;
    return "its partition " + std::to_string(found.number) + " has " + std::to_string(mib) +
           " MiB and the type " + found.type + ", expected (" + want.role + ") " +
           std::to_string(want.mib) + " MiB and " + want.type;
  }
  return {};
}

made_partitions make_partitions(const image_info& image, const std::string& device,
                                std::uint64_t sector, bool with_config_drive,
                                const fs::path& sysfs) {
  const bool uefi = boots_by_uefi(image, sysfs);
  const bool gpt = uefi || image.disk_label == "gpt";
  const auto wanted = plan_partitions(image, uefi, gpt, with_config_drive);
  if (!gpt && wanted.size() > mbr_partitions_max)
    throw deployment_failed(
        "An MBR has four partitions: swap, ephemeral, config drive and root are too many.");
  if (image.preserve_ephemeral)
    check_unchanged(device, sector, wanted);
  else
    write_table(device, sfdisk_script(wanted, gpt), sysfs);
  made_partitions out;
  out.uuids = nlohmann::json::object();
  int index = 0;
  for (const auto& one : wanted) {
    const auto name = partition_name(device, ++index);
    wait_for_device(name);
    if (one.role != "ephemeral" || !image.preserve_ephemeral) make_file_system(one, name, image);
    if (one.role == "root") out.root = name;
    if (one.role == "config_drive") out.config_drive = name;
  }
  if (!uefi) return out;
  const block_device system{partition_name(device, 1), block_device::access::read};
  out.uuids["efi system partition uuid"] = file_system_uuid(system.read(0, file_system_head));
  return out;
}

}  // namespace ironbus::ramdisk
