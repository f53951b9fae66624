#include "drivers/boot/boot_root.hpp"

#include "tests/unit/drivers/boot/boot_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

struct root_fixture : boot_fixture {
  root_fixture() {
    fs::create_directories(loaders);
    std::ofstream{loaders / "snponly.efi"} << "ipxe";
    for (const auto* name : {"kernel", "ramdisk"}) std::ofstream{root / "images" / name} << name;
    policy.drivers.ramdisks.deploy_kernel = "file://" + (root / "images/kernel").string();
    policy.drivers.ramdisks.deploy_ramdisk = "file://" + (root / "images/ramdisk").string();
  }
  std::string publish(const boot_publication& what) const {
    const auto bad = publish_boot_root(policy, what);
    return bad ? bad->message : std::string{};
  }
  fs::path loaders = root / "network";
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(boot_root, root_fixture)

BOOST_AUTO_TEST_CASE(publishes_loaders_and_common_files) {
  BOOST_TEST(publish({loaders.string(), {}}) == "");
  BOOST_TEST(text_of(http / "network/snponly.efi") == "ipxe");
  BOOST_TEST(text_of(http / "snponly.efi") == "ipxe");
  BOOST_TEST(publish({loaders.string(), {}}) == "");  // again
  BOOST_TEST(text_of(http / "network/boot.ipxe") == ipxe_main_script("http://192.0.2.1:6385"));
  BOOST_TEST(holds(text_of(http / "network/boot.ipxe"),
                   "chain --replace http://192.0.2.1:6385/v1/boot/pxelinux.cfg/${mac:hexhyp} ||"));
  BOOST_TEST(holds(text_of(http / "grub/grub.cfg"), "configfile $prefix/grub.cfg-01-$mac\n"));
  BOOST_TEST(!fs::exists(http / "discovery"));
}

BOOST_AUTO_TEST_CASE(unknown_machines_boot_the_ramdisk_if_discovery_is_enabled) {
  BOOST_TEST(publish({{}, "ipa-api-url=http://h"}) == "");
  BOOST_TEST(holds(text_of(http / "discovery/config"),
                   "kernel http://192.0.2.1:6385/v1/boot/discovery/kernel ipa-api-url=http://h "));
  BOOST_TEST(text_of(http / "discovery/ramdisk") == "ramdisk");
  BOOST_TEST(holds(text_of(http / "grub/discovery.cfg"), "linux $base/discovery/kernel "));
  BOOST_TEST(publish({}) == "");  // not any more
  BOOST_TEST(!fs::exists(http / "discovery"));
  BOOST_TEST(!fs::exists(http / "grub/discovery.cfg"));
}

BOOST_AUTO_TEST_CASE(grub_boots_unknown_machines_once_all_files_are_local) {
  policy.drivers.ramdisks.deploy_kernel = "http://192.0.2.80/kernel";
  policy.drivers.ramdisks.deploy_ramdisk = "http://192.0.2.80/ramdisk";
  BOOST_TEST(publish({{}, "quiet"}) == "");
  BOOST_TEST(holds(text_of(http / "discovery/config"), "kernel http://192.0.2.80/kernel quiet "));
  BOOST_TEST(!fs::exists(http / "grub/discovery.cfg"));
  boot_images::files fetched;
  for (const auto* name : {"kernel", "ramdisk"})
    fetched[std::string{"http://192.0.2.80/"} + name] = {name, (root / "images" / name).string(),
                                                         6};
  BOOST_TEST(!publish_discovery(policy, "quiet", fetched, boot_fetcher::service));
  BOOST_TEST(holds(text_of(http / "discovery/config"),
                   "kernel http://192.0.2.1:6385/v1/boot/discovery/kernel quiet "));
  BOOST_TEST(text_of(http / "discovery/kernel") == "kernel");
  BOOST_TEST(holds(text_of(http / "grub/discovery.cfg"), "linux $base/discovery/kernel quiet "));
  BOOST_TEST(!publish_discovery(policy, "quiet", fetched, boot_fetcher::machine));
  BOOST_TEST(holds(text_of(http / "discovery/config"), "kernel http://192.0.2.80/kernel quiet "));
  BOOST_TEST(publish({{}, "quiet"}) == "");  // the worker restarts
  BOOST_TEST(text_of(http / "discovery/kernel") == "kernel");
  BOOST_TEST(fs::exists(http / "grub/discovery.cfg"));
}

BOOST_AUTO_TEST_CASE(names_unreadable_and_unwritable_files) {
  BOOST_TEST(holds(publish({(root / "none").string(), {}}), "none' cannot be read"));
  policy.drivers.ramdisks.deploy_kernel = "file:///etc/hostname";
  BOOST_TEST(holds(publish({{}, "a"}), "not below"));
  std::ofstream{root / "plain"} << "no folder";
  policy.boot_root = (root / "plain").string();
  BOOST_TEST(holds(publish({}), "cannot be written"));
}

BOOST_AUTO_TEST_CASE(writes_missing_common_files_with_a_machines_files) {
  prepared();
  BOOST_TEST(fs::exists(http / "network/boot.ipxe"));
  BOOST_TEST(fs::exists(http / "grub/grub.cfg"));
}

BOOST_AUTO_TEST_SUITE_END()
