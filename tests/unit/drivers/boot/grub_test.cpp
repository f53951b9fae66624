#include "drivers/boot/grub_config.hpp"
#include "tests/unit/drivers/boot/boot_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

const std::string grub_link = "grub/grub.cfg-01-52-54-00-00-00-01";

struct grub_fixture : boot_fixture {
  grub_fixture() {
    how = network_boots[1];
    for (const auto* name : {"kernel", "ramdisk"}) {
      std::ofstream{root / "images" / name} << name;
      request.machine.driver_info.edit()[std::string{"deploy_"} + name] =
          "file://" + (root / "images" / name).string();
    }
  }
  std::string configured() {
    prepared();
    return text_of(http / boot_uuid / "grub.cfg");
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(grub, grub_fixture)

BOOST_AUTO_TEST_CASE(interfaces_match_the_table) {
  BOOST_TEST(how.name == "pxe");
  BOOST_TEST(network_boots[2].name == "http-ipxe");
  BOOST_TEST(network_boots[3].device == "uefihttp");
}

BOOST_AUTO_TEST_CASE(grub_boots_local_files_by_mac) {
  const auto config = configured();
  BOOST_TEST(holds(config, "linux $base/" + boot_uuid +
                               "/kernel ipa-api-url=http://192.0.2.1:6385 "
                               "ipa-global-request-id=req-0d4f0c6f-3a0e-4a8e-9a51-6b0b5f7a1e02 "
                               "nofb vga=normal BOOTIF=01-$mac; then"),
             config);
  BOOST_TEST(holds(config, "initrd $base/" + boot_uuid + "/ramdisk; then boot"), config);
  BOOST_TEST(text_of(http / grub_link) == config);
  BOOST_TEST(text_of(http / boot_uuid / "kernel") == "kernel");
  // BIOS boots the same by iPXE.
  BOOST_TEST(holds(text_of(http / "pxelinux.cfg/52-54-00-00-00-01"),
                   "kernel http://192.0.2.1:6385/v1/boot/" + boot_uuid + "/kernel "));
}

BOOST_AUTO_TEST_CASE(removes_all_files) {
  configured();
  BOOST_TEST((run("clean_up_ramdisk").status == step_status::done));
  BOOST_TEST(!fs::exists(fs::symlink_status(http / grub_link)));
  BOOST_TEST(!fs::exists(http / boot_uuid));
  BOOST_TEST(fs::exists(http / "grub/grub.cfg"));  // shared by all machines
}

BOOST_AUTO_TEST_CASE(quotes_special_characters_of_grub) {
  BOOST_TEST(grub_word("console=ttyS0,115200n8") == "console=ttyS0,115200n8");
  BOOST_TEST(grub_word("a;b") == "'a;b'");
  BOOST_TEST(grub_word("$a'b") == R"('$a'\''b')");
  request.machine.driver_info.edit()["kernel_append_params"] = "a;reboot b={x} \"q";
  BOOST_TEST(holds(configured(), " 'a;reboot' 'b={x}' '\"q' BOOTIF"));
}

BOOST_AUTO_TEST_CASE(a_live_instance_needs_kernel_and_ramdisk) {
  request.what.args = {{"live", true}};
  request.machine.instance_info = {{"boot_iso", "http://h/a.iso"}};
  BOOST_TEST(holds(run("prepare_instance").reason, "GRUB cannot boot an ISO image"));
  const auto place = "file://" + (root / "images").string();
  request.machine.instance_info = {{"kernel", place + "/kernel"},
                                   {"ramdisk", place + "/ramdisk"},
                                   {"ramdisk_kernel_arguments", "root=live"}};
  BOOST_TEST((run("prepare_instance").status == step_status::done));
  BOOST_TEST(holds(text_of(http / grub_link), "/kernel root=live BOOTIF=01-$mac"));
}

BOOST_AUTO_TEST_CASE(an_architecture_may_have_its_own_ramdisk) {
  std::ofstream{root / "images/arm-kernel"} << "arm";
  request.machine.driver_info = {
      {"deploy_ramdisk", "file://" + (root / "images/ramdisk").string()}};
  policy.drivers.ramdisks.deploy_kernel = "file://" + (root / "images/kernel").string();
  policy.drivers.ramdisks.deploy_kernel_by_arch["aarch64"] =
      "file://" + (root / "images/arm-kernel").string();
  configured();
  BOOST_TEST(text_of(http / boot_uuid / "kernel") == "kernel");
  request.machine.properties = {{"cpu_arch", "aarch64"}};
  configured();
  BOOST_TEST(text_of(http / boot_uuid / "kernel") == "arm");
}

BOOST_AUTO_TEST_SUITE_END()
