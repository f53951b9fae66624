#include "drivers/boot/boot_disk.hpp"

#include "tests/unit/drivers/boot/boot_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

constexpr size_t mebibyte = 1024 * 1024;

size_t little(const std::string& text, size_t place) {
  size_t out = 0;
  for (size_t i = 4; i-- > 0;) out = out << 8U | static_cast<uint8_t>(text.at(place + i));
  return out;
}

struct disk_fixture : boot_fixture {
  disk_fixture() {
    how = network_boots[3];
    for (const auto* name : {"kernel", "ramdisk", "esp"})
      std::ofstream{root / "images" / name} << name;
    const auto place = "file://" + (root / "images").string();
    request.machine.driver_info = {{"deploy_kernel", place + "/kernel"},
                                   {"deploy_ramdisk", place + "/ramdisk"},
                                   {"bootloader", place + "/esp"}};
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(boot_disks, disk_fixture)

BOOST_AUTO_TEST_CASE(a_disk_has_a_system_partition_and_an_iso_partition) {
  const auto disk = make_boot_disk({std::string(mebibyte + 1, 'e'), "KERNEL", "RAMDISK", "CONFIG"});
  BOOST_REQUIRE(disk);
  BOOST_TEST(disk->substr(510, 2) == "\x55\xAA");
  BOOST_TEST(disk->at(446 + 4) == '\xEF');
  BOOST_TEST(little(*disk, 446 + 8) * 512 == mebibyte);
  BOOST_TEST(little(*disk, 446 + 12) * 512 == 2 * mebibyte);
  const auto rest = little(*disk, 462 + 8) * 512;
  BOOST_TEST(rest == 3 * mebibyte);
  BOOST_TEST(rest + little(*disk, 462 + 12) * 512 == disk->size());
  BOOST_TEST(disk->substr(mebibyte, 3) == "eee");
  BOOST_TEST(disk->substr(rest + 0x8001, 5) == "CD001");  // ECMA-119, 8.1.2
  for (const auto* text : {"KERNEL", "RAMDISK", "CONFIG"})
    BOOST_TEST((disk->find(text, rest) != std::string::npos), text);
}

BOOST_AUTO_TEST_CASE(uefi_fetches_the_disk_by_http) {
  options.dhcp = {"dnsmasq", (root / "hosts").string(), (root / "opts").string(), "answer"};
  prepared();
  const auto disk = text_of(http / boot_uuid / "boot.img");
  BOOST_TEST(holds(disk, "linux /boot/kernel ipa-api-url=http://192.0.2.1:6385 "));
  BOOST_TEST(holds(disk, " BOOTIF=01-52-54-00-00-00-01; then"));
  BOOST_TEST(holds(text_of(root / "opts" / boot_uuid),
                   ",tag:http64,option:bootfile-name,http://192.0.2.1:6385/v1/boot/" + boot_uuid +
                       "/boot.img\n"));
  run("clean_up_ramdisk");
  BOOST_TEST(!fs::exists(http / boot_uuid));
}

BOOST_AUTO_TEST_CASE(without_a_bootloader_uefi_fetches_a_loader) {
  request.machine.driver_info.edit().erase("bootloader");
  prepared();
  BOOST_TEST(!fs::exists(http / boot_uuid / "boot.img"));
  BOOST_TEST(fs::exists(http / boot_uuid / "grub.cfg"));
}

BOOST_AUTO_TEST_CASE(an_unreadable_bootloader_fails_the_step) {
  request.machine.driver_info.edit()["bootloader"] = "file:///etc/hostname";
  BOOST_TEST(holds(run("prepare_ramdisk").reason, "not below"));
}

BOOST_AUTO_TEST_SUITE_END()
