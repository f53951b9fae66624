#include "drivers/ramdisk/bootloader/efi_files.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/base/text.hpp"

#include <fcntl.h>

#include <algorithm>

namespace ironbus::ramdisk {

namespace fs = std::filesystem;

namespace {

constexpr const char* efi_folder = "/boot/efi";
constexpr const char* fstab = "/etc/fstab";
constexpr std::size_t piece_max = 1 << 20;
constexpr std::size_t fstab_max = 1 << 20;
constexpr std::uint64_t folder_size = 32 * 1024;  // of a FAT with a large cluster

[[noreturn]] void cannot_copy(const std::string& path) {
  throw execution_failed("The image's " + std::string{efi_folder} + "/" + path +
                         " cannot be copied to the EFI system partition: " + last_error());
}

void check_room(const std::vector<image_tree::entry>& entries, const fs::path& target) {
  std::uint64_t needed = 0;
  for (const auto& one : entries) needed += one.is_folder ? folder_size : one.size;
  std::error_code error;
  const auto free = fs::space(target, error).available;
  if (!error && needed <= free) return;
  throw invalid_image("The image has " + std::to_string(needed >> 20) + " MiB in " + efi_folder +
                      "; the EFI system partition has space for " + std::to_string(free >> 20) +
                      " MiB.");
}

void copy_file(const image_tree& image, const std::string& path, const fs::path& target) {
  const auto source = image.open(std::string{efi_folder} + "/" + path, O_RDONLY);
  const auto copy = open_file(target, O_WRONLY | O_CREAT | O_TRUNC);
  if (!source || !copy) cannot_copy(path);
  for (long long place = 0;;) {
    const auto piece = read_at(source.get(), piece_max, place);
    if (!piece || !write_all(copy.get(), piece->data(), piece->size(), place)) cannot_copy(path);
    if (piece->empty()) return;
    place += static_cast<long long>(piece->size());
  }
}

bool is_grub(const std::string& name) {
  const auto plain = lower(name);
  return plain.rfind("grub", 0) == 0 && plain.size() > 8 &&
         plain.compare(plain.size() - 4, 4, ".efi") == 0;
}

/// Whether a line of an fstab mounts something at /boot/efi.
bool mounts_efi(const std::string& line) {
  const auto parts = words(line);
  return parts.size() > 1 && parts[0][0] != '#' && parts[1] == efi_folder;
}

}  // namespace

bool has_efi_files(const image_tree& image) {
  return image.has_folder(std::string{efi_folder} + "/EFI");
}

void copy_efi_files(const image_tree& image, const fs::path& system_partition) {
  const auto entries = image.all_below(efi_folder);
  check_room(entries, system_partition);
  for (const auto& one : entries) {
    const auto target = system_partition / one.path;
    std::error_code error;
    if (!one.is_folder)
      copy_file(image, one.path, target);
    else if (fs::create_directory(target, error); error)
      cannot_copy(one.path);
  }
  log_line(std::to_string(entries.size()) + " files and folders of the image copied to the EFI " +
           "system partition");
}

void add_grub_pointers(const fs::path& system_partition, const std::string& text) {
  const auto folder = system_partition / "EFI";
  for (const auto& vendor : names_in(folder)) {
    const auto names = names_in(folder / vendor);
    if (std::none_of(names.begin(), names.end(), is_grub)) continue;
    if (std::find(names.begin(), names.end(), "grub.cfg") != names.end()) continue;
    if (!write_file(folder / vendor / "grub.cfg", text))
      throw execution_failed("EFI/" + vendor + "/grub.cfg cannot be written: " + last_error());
  }
}

void add_to_fstab(const image_tree& image, const std::string& system_uuid) {
  const auto text = image.read(fstab, fstab_max);
  if (!text || text->size() == fstab_max) return;
  const auto lines = split(*text, '\n');
  if (std::any_of(lines.begin(), lines.end(), mounts_efi)) return;
  const bool ends = text->empty() || text->back() == '\n';
  image.append(
      fstab, (ends ? "UUID=" : "\nUUID=") + system_uuid + "\t/boot/efi\tvfat\tumask=0077\t0\t1\n");
}

}  // namespace ironbus::ramdisk
