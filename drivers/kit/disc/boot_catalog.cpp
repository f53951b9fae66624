#include "drivers/kit/disc/boot_catalog.hpp"

#include "drivers/kit/disc/iso_sectors.hpp"

namespace ironbus {

namespace {

constexpr size_t catalog_entry_bytes = 32;

enum class platform : uint8_t { bios = 0x00, uefi = 0xEF };

constexpr uint32_t validation_id = 0x01;
constexpr uint32_t last_section_id = 0x91;
constexpr uint32_t is_bootable = 0x88;

// Entries count the loaded size in sectors of 512 bytes.
constexpr uint64_t loaded_sector_bytes = 512;
constexpr uint64_t loaded_sectors_max = 0xFFFF;
constexpr uint32_t bios_loaded_sectors = 4;

void write_validation(std::string& catalog, platform first) {
  constexpr size_t sum_place = 28;
  catalog.replace(4, 7, "ironbus");
  write_little(catalog, 0, 1, validation_id);
  write_little(catalog, 1, 1, static_cast<uint32_t>(first));
  write_little(catalog, 30, 2, 0xAA55);
  uint32_t sum = 0;
  for (size_t place = 0; place < catalog_entry_bytes; place += 2)
    sum += read_little(catalog, place, 2);
  write_little(catalog, sum_place, 2, (0x10000U - (sum & 0xFFFFU)) & 0xFFFFU);
}

void write_entry(std::string& catalog, size_t place, uint32_t sectors,
                 const iso_file_extent& what) {
  write_little(catalog, place, 1, is_bootable);
  write_little(catalog, place + 6, 2, sectors);
  write_little(catalog, place + 8, 4, what.sector);
}

/// 0 if the number does not fit. Firmware then reads all that follows, and the file system in it
/// defines its own end.
uint32_t uefi_loaded_sectors(const iso_file_extent& what) {
  const auto out = (what.bytes + loaded_sector_bytes - 1) / loaded_sector_bytes;
  return out > loaded_sectors_max ? 0 : static_cast<uint32_t>(out);
}

void write_section(std::string& catalog, size_t place, platform whose) {
  write_little(catalog, place, 1, last_section_id);
  write_little(catalog, place + 1, 1, static_cast<uint32_t>(whose));
  write_little(catalog, place + 2, 2, 1);
}

}  // namespace

std::string boot_catalog(const boot_loaders& loaders) {
  std::string out(sector_bytes, '\0');
  write_validation(out, loaders.bios ? platform::bios : platform::uefi);
  size_t place = catalog_entry_bytes;
  if (loaders.bios) {
    write_entry(out, place, bios_loaded_sectors, *loaders.bios);
    if (!loaders.uefi) return out;
    write_section(out, place + catalog_entry_bytes, platform::uefi);
    place += 2 * catalog_entry_bytes;
  }
  if (loaders.uefi) write_entry(out, place, uefi_loaded_sectors(*loaders.uefi), *loaders.uefi);
  return out;
}

}  // namespace ironbus
