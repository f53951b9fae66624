#include "drivers/boot/boot_disk.hpp"

#include "drivers/boot/ramdisk.hpp"
#include "drivers/kit/iso_image.hpp"

#include <array>
#include <cstdint>

namespace ironbus {

namespace {

constexpr size_t sector_size = 512;
/// Partitions start and end at whole MiB.
constexpr size_t alignment = 2048 * sector_size;
constexpr size_t disk_size_max = 4'000'000'000;
constexpr size_t table_at = 446;
constexpr size_t signature_at = 510;
constexpr uint8_t system_partition = 0xEF;
constexpr uint8_t other_partition = 0x83;

size_t aligned(size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

void put_little(std::string& out, size_t place, uint32_t value) {
  for (size_t i = 0; i < 4; ++i) out[place + i] = static_cast<char>(value >> (8 * i) & 0xFFU);
}

/// An entry of the table. The cylinder, head and sector fields are unused today.
void put_partition(std::string& out, size_t number, uint8_t type, size_t begin, size_t size) {
  constexpr size_t entry_size = 16;
  const auto place = table_at + number * entry_size;
  for (const size_t address : {place + 1, place + 5}) out.replace(address, 3, "\xFE\xFF\xFF");
  out[place + 4] = static_cast<char>(type);
  put_little(out, place + 8, static_cast<uint32_t>(begin / sector_size));
  put_little(out, place + 12, static_cast<uint32_t>(size / sector_size));
}

}  // namespace

result<std::string> make_boot_disk(boot_disk parts) {
  if (parts.kernel.size() + parts.image.size() + parts.bootloader.size() > disk_size_max)
    return fail(
        error_code::invalid,
        "Kernel, ramdisk and bootloader are together larger than 4 GB, the limit of a boot disk.");
  std::vector<iso_file> files;
  files.push_back({boot_image_mark, boot_image_mark_content});
  files.push_back({"boot/grub/grub.cfg", std::move(parts.config)});
  files.push_back({"boot/kernel", std::move(parts.kernel)});
  files.push_back({"boot/ramdisk", std::move(parts.image)});
  auto content = make_iso_image({"ironbus"}, files);
  if (!content) return content;
  files.clear();
  const auto system_size = aligned(parts.bootloader.size());
  const auto content_at = alignment + system_size;
  const auto content_size = aligned(content->size());
  std::string out(content_at + content_size, '\0');
  put_partition(out, 0, system_partition, alignment, system_size);
  put_partition(out, 1, other_partition, content_at, content_size);
  out.replace(signature_at, 2, "\x55\xAA");
  out.replace(alignment, parts.bootloader.size(), parts.bootloader);
  out.replace(content_at, content->size(), *content);
  return out;
}

}  // namespace ironbus
