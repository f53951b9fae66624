#include "drivers/kit/disc/bootable_iso.hpp"

#include "drivers/kit/disc/boot_catalog.hpp"
#include "drivers/kit/disc/iso_directory.hpp"
#include "drivers/kit/disc/iso_sectors.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <boost/test/unit_test.hpp>

#include <map>
#include <memory>

// A boot ISO as a reader sees it. tests/system/iso_test.py checks that firmware boots it.

using namespace ironbus;

namespace {

std::string bytes_of(char letter, size_t bytes) { return std::string(bytes, letter); }

const std::map<std::string, std::string> part_contents{
    {"boot/esp.img", bytes_of('e', 3 * 2048)},
    {"boot/kernel", bytes_of('k', 5000)},
    {"boot/ramdisk", bytes_of('r', 20'001)},
};

bootable_iso some_disc(bool by_bios = true) {
  bootable_iso out;
  out.label = "VMEDIA_BOOT_ISO";
  out.files = {{"boot/grub/grub.cfg", "linux /boot/kernel"}, {"ironbus-ramdisk", "1\n"}};
  for (const auto& [path, content] : part_contents) out.parts.push_back({path, content.size()});
  out.uefi_loader = "boot/esp.img";
  if (!by_bios) return out;
  out.files.push_back({"isolinux/isolinux.bin", bytes_of('i', 10'000)});
  out.bios_loader = "isolinux/isolinux.bin";
  return out;
}

/// The complete image as served.
std::string whole_image(const bootable_iso& disc) {
  auto out = make_iso_head(disc).value();
  for (const auto& part : disc.parts) {
    out += part_contents.at(part.path);
    out.resize(sectors_of(out.size()) * sector_bytes, '\0');
  }
  return out;
}

std::map<std::string, std::string> files_in(const std::string& image, const char* options) {
  const std::unique_ptr<archive, decltype(&archive_read_free)> source{archive_read_new(),
                                                                      &archive_read_free};
  archive_read_support_format_iso9660(source.get());
  archive_read_set_options(source.get(), options);
  BOOST_REQUIRE(archive_read_open_memory(source.get(), image.data(), image.size()) == ARCHIVE_OK);
  std::map<std::string, std::string> out;
  for (archive_entry* entry = nullptr;
       archive_read_next_header(source.get(), &entry) == ARCHIVE_OK;) {
    if (archive_entry_filetype(entry) != AE_IFREG) continue;
    std::string content(static_cast<size_t>(archive_entry_size(entry)), '\0');
    BOOST_REQUIRE(archive_read_data(source.get(), content.data(), content.size()) ==
                  static_cast<la_ssize_t>(content.size()));
    out[archive_entry_pathname(entry)] = content;
  }
  return out;
}

std::string catalog_of(const std::string& image) {
  return image.substr(boot_catalog_sector(image) * sector_bytes, sector_bytes);
}

/// The sum of all words of a validation entry must be 0.
uint32_t sum_of(const std::string& catalog) {
  uint32_t out = 0;
  for (size_t place = 0; place < 32; place += 2) out += read_little(catalog, place, 2);
  return out & 0xFFFFU;
}

std::string sector_of(const std::string& image, uint32_t sector) {
  return image.substr(sector * sector_bytes, sector_bytes);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bootable_isos)

BOOST_AUTO_TEST_CASE(readers_find_all_files_by_each_name_format) {
  const auto image = whole_image(some_disc());
  for (const auto* options : {"iso9660:!joliet", "iso9660:!rockridge"}) {
    const auto found = files_in(image, options);
    for (const auto& [path, content] : part_contents) BOOST_TEST((found.at(path) == content), path);
    BOOST_TEST(found.at("boot/grub/grub.cfg") == "linux /boot/kernel");
    BOOST_TEST(found.at("ironbus-ramdisk") == "1\n");
  }
}

BOOST_AUTO_TEST_CASE(the_size_matches_the_volumes) {
  const auto image = whole_image(some_disc());
  BOOST_TEST(image.size() % sector_bytes == 0U);
  for (const size_t sector : {16, 18}) {
    const auto place = sector * sector_bytes + 80;
    BOOST_TEST(read_little(image, place, 4) == image.size() / sector_bytes);
    BOOST_TEST(image[place + 7] == image[place]);
  }
}

BOOST_AUTO_TEST_CASE(bios_and_uefi_have_their_own_entries) {
  const auto image = whole_image(some_disc());
  const auto catalog = catalog_of(image);
  BOOST_TEST(sum_of(catalog) == 0U);
  BOOST_TEST(read_little(catalog, 0, 2) == 0x0001U);  // for BIOS
  BOOST_TEST(read_little(catalog, 30, 2) == 0xAA55U);
  BOOST_TEST(read_little(catalog, 32, 1) == 0x88U);
  BOOST_TEST(read_little(catalog, 38, 2) == 4U);
  BOOST_TEST(sector_of(image, read_little(catalog, 40, 4)).substr(1000) == bytes_of('i', 1048));
  BOOST_TEST(read_little(catalog, 64, 4) == 0x0001'EF91U);
  BOOST_TEST(read_little(catalog, 96, 1) == 0x88U);
  BOOST_TEST(read_little(catalog, 102, 2) == 12U);
  BOOST_TEST(sector_of(image, read_little(catalog, 104, 4)) == bytes_of('e', 2048));
}

BOOST_AUTO_TEST_CASE(without_a_bios_loader_the_first_entry_is_for_uefi) {
  const auto image = whole_image(some_disc(false));
  const auto catalog = catalog_of(image);
  BOOST_TEST(sum_of(catalog) == 0U);
  BOOST_TEST(read_little(catalog, 0, 2) == 0xEF01U);
  BOOST_TEST(sector_of(image, read_little(catalog, 40, 4)) == bytes_of('e', 2048));
  BOOST_TEST(read_little(catalog, 64, 4) == 0U);
  BOOST_TEST(files_in(image, "iso9660:!joliet").size() == 6U);  // with the catalog
}

BOOST_AUTO_TEST_CASE(isolinux_gets_the_boot_information_table) {
  const auto image = whole_image(some_disc());
  const auto sector = read_little(catalog_of(image), 40, 4);
  const auto place = sector * sector_bytes;
  BOOST_TEST(read_little(image, place + 8, 4) == 16U);
  BOOST_TEST(read_little(image, place + 12, 4) == sector);
  BOOST_TEST(read_little(image, place + 16, 4) == 10'000U);
}

BOOST_AUTO_TEST_CASE(a_partition_too_large_to_count_has_no_size) {
  const auto catalog = boot_catalog({{}, iso_file_extent{70, 65'535UL * 512}});
  BOOST_TEST(read_little(catalog, 38, 2) == 65'535U);
  const auto larger = boot_catalog({{}, iso_file_extent{70, 65'535UL * 512 + 1}});
  BOOST_TEST(read_little(larger, 38, 2) == 0U);
  BOOST_TEST(sum_of(larger) == 0U);
}

BOOST_AUTO_TEST_CASE(names_parts_that_do_not_fit) {
  for (const auto bytes : {uint64_t{0}, iso_part_bytes_max + 1}) {
    auto disc = some_disc();
    disc.parts[1].bytes = bytes;
    const auto made = make_iso_head(disc);
    BOOST_REQUIRE(!made.has_value());
    BOOST_TEST((made.error().code == error_code::invalid));
    BOOST_TEST(made.error().message.find("boot/kernel") != std::string::npos);
  }
  auto disc = some_disc();
  disc.parts[1].bytes = iso_part_bytes_max;
  BOOST_TEST(make_iso_head(disc).has_value());
}

BOOST_AUTO_TEST_CASE(leaves_an_invalid_image_unchanged) {
  std::string image(40 * sector_bytes, '\0');
  BOOST_TEST(!move_files(image, {}, 40));
  BOOST_TEST(boot_catalog_sector(image) == 0U);
  auto good = whole_image(some_disc());
  BOOST_TEST(!move_files(good, {{3, iso_file_extent{50, 1}}}, 60));  // a missing file
}

BOOST_AUTO_TEST_SUITE_END()
