#include "drivers/ramdisk/bootloader/install.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/base/subprocess.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "drivers/ramdisk/bootloader/boot_entry.hpp"
#include "drivers/ramdisk/bootloader/confinement.hpp"
#include "drivers/ramdisk/bootloader/efi_files.hpp"
#include "drivers/ramdisk/bootloader/grub.hpp"
#include "drivers/ramdisk/deploy/disk_tools.hpp"
#include "drivers/ramdisk/disks/block_device.hpp"
#include "drivers/ramdisk/inventory/disk.hpp"

namespace ironbus::ramdisk {

namespace {

constexpr const char* root_place = "/mnt/root";
constexpr const char* system_place = "/mnt/esp";
constexpr std::chrono::seconds program_time{300};
constexpr std::size_t output_shown = 600;

/// The partition whose file system has that UUID; empty: none.
std::string partition_with(const boot_plan& wish, const std::string& uuid) {
  if (uuid.empty()) return {};
  for (const auto number_of_partition : partition_numbers(wish.sysfs, wish.device)) {
    auto name = partition_name(wish.device, number_of_partition);
    const block_device candidate{name, block_device::access::read};
    if (lower(file_system_uuid(candidate.read(0, file_system_head))) == lower(uuid)) return name;
  }
  return {};
}

/// Runs a program of the image in its confinement (confinement.hpp).
void run_in_image(const boot_plan& wish, const std::string& system_partition,
                  const std::vector<std::string>& command) {
  log_line("running the image's " + command.front());
  if (!system_partition.empty())  // the confined program mounts it, but may not load the driver
    for (const auto* kind : system_partition_kinds) load_file_system(kind);
  const auto done = run_program(
      confined_arguments({root_place, wish.device, system_partition, command}), "", program_time);
  log_detail(done.output);
  if (done.code == 0) return;
  const auto said = trimmed(done.output);
  throw execution_failed(
      "The image's " + command.front() + " ended with " + std::to_string(done.code) + ": " +
      (said.size() > output_shown ? said.substr(said.size() - output_shown) : said));
}

grub_in_image programs_of(const boot_plan& wish, const image_tree& image) {
  auto grub = find_grub(image);
  if (!grub || grub->install.empty())
    throw invalid_image(
        "The image has no boot loader: neither EFI files in /boot/efi/EFI (for UEFI) nor GRUB's "
        "grub-install or grub2-install in /usr/sbin.");
  if (!wish.programs_allowed) throw programs_not_allowed();
  return std::move(*grub);
}

void configure(const boot_plan& wish, const std::string& system_partition,
               const grub_in_image& grub) {
  if (!grub.configure.empty()) {
    run_in_image(wish, system_partition, configure_command(grub));
  } else if (!grub.configured) {
    throw invalid_image("The image has neither " + grub.folder +
                        "/grub.cfg nor the program that writes it, grub-mkconfig.");
  }
}

void install_for_bios(const boot_plan& wish, const image_tree& image) {
  const auto grub = programs_of(wish, image);
  run_in_image(wish, "", install_command(grub, wish.device, false));
  configure(wish, "", grub);
}

void check_loader(const boot_plan& wish, const std::string& system_partition) {
  const mounted_system mounted{system_partition, system_place, system_partition_kinds,
                               mounted_system::access::read};
  if (!find_boot_loader(mounted.place()))
    throw invalid_image("The EFI system partition of " + wish.device +
                        " has no boot loader that firmware looks for, such as "
                        "EFI/BOOT/BOOTX64.EFI, after the image's files were copied.");
}

void copy_loader(const boot_plan& wish, const image_tree& image, const std::string& path_within,
                 const std::string& system_partition) {
  const auto grub = find_grub(image);
  if (grub && wish.programs_allowed) configure(wish, "", *grub);
  const mounted_system mounted{system_partition, system_place, system_partition_kinds,
                               mounted_system::access::write};
  copy_efi_files(image, mounted.place());
  if (grub)
    add_grub_pointers(mounted.place(),
                      pointer_to_configuration(*grub, wish.root_uuid, path_within));
}

void install_for_uefi(const boot_plan& wish, const image_tree& image,
                      const std::string& path_within) {
  const auto system_partition = partition_with(wish, wish.system_uuid);
  if (system_partition.empty())
    throw device_not_found("No EFI system partition with the UUID " + wish.system_uuid + " on " +
                           wish.device + ".");
  if (has_efi_files(image)) {
    copy_loader(wish, image, path_within, system_partition);
  } else {
    const auto grub = programs_of(wish, image);
    run_in_image(wish, system_partition, install_command(grub, wish.device, true));
    configure(wish, system_partition, grub);
  }
  add_to_fstab(image, wish.system_uuid);
  check_loader(wish, system_partition);
}

}  // namespace

void install_boot_loader(const boot_plan& wish) {
  const auto root = partition_with(wish, wish.root_uuid);
  if (!root.empty()) {
    const mounted_system mounted{root, root_place, root_kinds, mounted_system::access::write};
    const image_tree image{mounted.place()};
    if (wish.system_uuid.empty()) return install_for_bios(wish, image);
    install_for_uefi(wish, image, mounted.path_within());
  }
  install_boot_entry(wish.device, wish.sector, wish.sysfs);
}

}  // namespace ironbus::ramdisk
