#include "drivers/kit/disc/bootable_iso.hpp"

#include "drivers/kit/disc/boot_catalog.hpp"
#include "drivers/kit/disc/iso_directory.hpp"
#include "drivers/kit/disc/iso_sectors.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace ironbus {

namespace {

tl::unexpected<failure> iso_failure(const std::string& why) {
  return fail(error_code::internal, "Cannot build the boot ISO: " + why + ".");
}

/// Placeholder content of a part. The library writes the content of each named file, and copying
/// the part's bytes would be a waste.
std::string part_placeholder(size_t number) {
  auto out = "placeholder for part " + std::to_string(number) + " of this ISO image";
  out.resize(sector_bytes, '\0');
  return out;
}

std::optional<failure> check_parts(const bootable_iso& disc) {
  for (const auto& part : disc.parts)
    if (part.bytes == 0 || part.bytes > iso_part_bytes_max)
      return failure{error_code::invalid, "The file for " + part.path + " of the boot ISO has " +
                                              std::to_string(part.bytes) +
                                              " bytes; allowed: 1 to " +
                                              std::to_string(iso_part_bytes_max) + "."};
  return std::nullopt;
}

result<std::string> write_head(const bootable_iso& disc) {
  auto files = disc.files;
  for (size_t i = 0; i < disc.parts.size(); ++i)
    files.push_back({disc.parts[i].path, part_placeholder(i)});
  iso_options options{disc.label, disc.bios_loader.empty() ? disc.uefi_loader : disc.bios_loader};
  options.is_boot_info_wanted = !disc.bios_loader.empty();
  auto out = make_iso_image(options, files);
  if (out) out->resize(sectors_of(out->size()) * sector_bytes, '\0');
  return out;
}

std::optional<uint32_t> find_sector(const std::string& image, const std::string& content) {
  for (size_t place = 0; place + sector_bytes <= image.size(); place += sector_bytes)
    if (image.compare(place, sector_bytes, content) == 0)
      return static_cast<uint32_t>(place / sector_bytes);
  return std::nullopt;
}

/// Sectors of each part's placeholder and of the part itself.
struct placed_parts {
  std::map<uint32_t, iso_file_extent> moved;
  uint32_t sectors = 0;  ///< Of the whole image.
  std::optional<iso_file_extent> uefi;
};

std::optional<placed_parts> place_parts(const bootable_iso& disc, const std::string& image) {
  placed_parts out;
  uint64_t next = image.size() / sector_bytes;
  for (size_t i = 0; i < disc.parts.size(); ++i) {
    const auto& part = disc.parts[i];
    const auto found = find_sector(image, part_placeholder(i));
    if (!found || next > UINT32_MAX) return std::nullopt;
    const iso_file_extent extent{static_cast<uint32_t>(next), part.bytes};
    out.moved[*found] = extent;
    if (part.path == disc.uefi_loader) out.uefi = extent;
    next += sectors_of(part.bytes);
  }
  if (next > UINT32_MAX) return std::nullopt;
  out.sectors = static_cast<uint32_t>(next);
  return out;
}

/// The library supports one loader. Its location is in the only entry of the catalog.
std::optional<failure> write_catalog(std::string& image, const bootable_iso& disc,
                                     std::optional<iso_file_extent> uefi) {
  constexpr size_t loader_place = 32 + 8;
  const size_t place = boot_catalog_sector(image) * sector_bytes;
  if (place == 0 || place + sector_bytes > image.size())
    return iso_failure("the image has no boot catalog").value();
  boot_loaders loaders{{}, uefi};
  if (!disc.bios_loader.empty())
    loaders.bios = iso_file_extent{read_little(image, place + loader_place, 4), 0};
  image.replace(place, sector_bytes, boot_catalog(loaders));
  return std::nullopt;
}

}  // namespace

result<std::string> make_iso_head(const bootable_iso& disc) {
  if (auto wrong = check_parts(disc)) return tl::unexpected(std::move(*wrong));
  auto image = write_head(disc);
  if (!image) return image;
  const auto placed = place_parts(disc, *image);
  if (!placed) return iso_failure("a file has no location in it");
  if (const auto moved = move_files(*image, placed->moved, placed->sectors); !moved)
    return tl::unexpected(moved.error());
  if (!disc.bios_loader.empty() || !disc.uefi_loader.empty())
    if (auto wrong = write_catalog(*image, disc, placed->uefi))
      return tl::unexpected(std::move(*wrong));
  return image;
}

}  // namespace ironbus
