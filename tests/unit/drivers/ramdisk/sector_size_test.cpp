#include "drivers/ramdisk/deploy/fat_drive.hpp"
#include "drivers/ramdisk/deploy/partition_table.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus::ramdisk;

namespace {

/// A disk with the header of an empty GPT for sectors of that size.
std::string disk_for(std::size_t sector) {
  std::string out(1 << 20, '\0');
  out.replace(sector, 8, "EFI PART");
  out[sector + 72] = 2;       // place of the entries
  out[sector + 84] = '\x80';  // their size
  return out;
}

std::uint64_t size_in(const std::string& disk) {
  return gpt_sector_size([&disk](std::uint64_t place, std::size_t size) {
    return place < disk.size() ? disk.substr(place, size) : "";
  });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ramdisk_sector_size)

BOOST_AUTO_TEST_CASE(of_an_image_is_that_of_its_gpt) {
  BOOST_TEST(size_in(disk_for(512)) == 512U);
  BOOST_TEST(size_in(disk_for(4096)) == 4096U);
  BOOST_TEST(size_in(std::string(1 << 20, '\0')) == 0U);
  BOOST_TEST(size_in("") == 0U);
}

BOOST_AUTO_TEST_CASE(that_differs_from_the_disks_is_named_with_a_way_out) {
  BOOST_TEST(
      wrong_sector_size("/dev/sda", 4096, 512) ==
      "The image has a partition table for sectors of 512 bytes, but the disk /dev/sda has "
      "sectors of 4096 bytes. Use an image built for 4096-byte sectors, a partition image, or "
      "another root disk (root_device).");
}

BOOST_AUTO_TEST_CASE(decides_the_file_system_of_a_config_drive) {
  BOOST_TEST(!needs_fat_drive(512));
  BOOST_TEST(!needs_fat_drive(2048));
  BOOST_TEST(needs_fat_drive(4096));
}

BOOST_AUTO_TEST_SUITE_END()
