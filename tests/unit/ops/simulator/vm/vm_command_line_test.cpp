#include "ops/simulator/vm/vm_command_line.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

namespace ironbus::test {

using namespace simulator;

namespace {

vm_description machine() {
  vm_description out;
  out.name = "sim-00001";
  out.uuid = "73e8b2ba-519a-5d49-a726-22c9e29f4083";
  out.serial = "abc";
  out.manufacturer = "Dell Inc., of a kind";
  out.folder = "/f";
  out.macs = {"52:01:00:00:00:00"};
  out.disks = {{"/f/disk0.img", disk_bus::virtio, "s0"},
               {"/f/disk1.img", disk_bus::nvme, "s1"},
               {"/f/disk2.img", disk_bus::sata, "s2"}};
  out.slots = {{"1", true}, {"2", false}};
  return out;
}

const vm_flash uefi{"/code.fd", "/f/uefi.fd", false};

std::vector<std::string> command(const start_request& order, const vm_flash& flash = uefi,
                                 const vm_description& what = machine()) {
  return vm_command_line(what, order, flash, {});
}

/// The first argument with that prefix, or empty.
std::string argument(const std::vector<std::string>& all, const std::string& begin) {
  const auto found = std::ranges::find_if(all, [&](const auto& x) { return x.starts_with(begin); });
  return found == all.end() ? std::string{} : *found;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

unsigned place_of(const std::vector<std::string>& all, const std::string& begin) {
  const auto text = argument(all, begin);
  const auto at = text.find("bootindex=");
  return at == std::string::npos ? 0 : static_cast<unsigned>(std::stoul(text.substr(at + 10)));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(virtual_machine_command_line)

BOOST_AUTO_TEST_CASE(devices_are_tried_in_the_requested_order) {
  const auto all = command({.targets = {"Pxe", "Hdd", "Cd", "Usb"}});
  const auto card = place_of(all, "virtio-net-pci");
  const auto disk = place_of(all, "virtio-blk-pci");
  const auto disc = place_of(all, "ide-cd");
  const auto stick = place_of(all, "usb-storage");
  BOOST_TEST(0U < card);
  BOOST_TEST(card < disk);
  BOOST_TEST(disk < place_of(all, "nvme"));
  BOOST_TEST(place_of(all, "nvme") < place_of(all, "ide-hd"));
  BOOST_TEST(place_of(all, "ide-hd") < disc);
  BOOST_TEST(disc < stick);
}

BOOST_AUTO_TEST_CASE(devices_outside_the_order_are_not_tried) {
  const auto all = command({.targets = {"Hdd", "None", "BiosSetup"}});
  BOOST_TEST(place_of(all, "virtio-net-pci") == 0U);
  BOOST_TEST(place_of(all, "ide-cd") == 0U);
  BOOST_TEST(place_of(all, "virtio-blk-pci") == 1U);
}

BOOST_AUTO_TEST_CASE(qemu_starts_paused_and_ends_with_its_system) {
  const auto all = command({});
  BOOST_TEST(std::ranges::count(all, "-S") == 1);
  BOOST_TEST(argument(all, "reboot=") == "reboot=shutdown");
}

BOOST_AUTO_TEST_CASE(bios_uses_built_in_firmware_and_network_boot) {
  const auto all = command({.targets = {"Pxe"}, .legacy = true}, {});
  BOOST_TEST(argument(all, "if=pflash").empty());
  BOOST_TEST(!has(argument(all, "virtio-net-pci"), "romfile="));
  BOOST_TEST(argument(all, "name=opt/org.tianocore").empty());
}

BOOST_AUTO_TEST_CASE(uefi_uses_its_own_network_stack) {
  const auto all = command({.targets = {"Pxe"}});
  BOOST_TEST(has(argument(all, "virtio-net-pci"), ",romfile=,"));
  BOOST_TEST(has(argument(all, "if=pflash"), "readonly=on,file=/code.fd"));
  BOOST_TEST(argument(all, "name=opt/org.tianocore/IPv4PXESupport").empty());
  BOOST_TEST(has(argument(all, "q35"), "smm=off"));
}

BOOST_AUTO_TEST_CASE(http_boot_is_tried_immediately_if_requested) {
  const auto all = command({.targets = {"UefiHttp", "Hdd"}});
  BOOST_TEST(argument(all, "name=opt/org.tianocore/IPv4PXESupport") ==
             "name=opt/org.tianocore/IPv4PXESupport,string=n");
  BOOST_TEST(place_of(all, "virtio-net-pci") == 1U);
}

BOOST_AUTO_TEST_CASE(secure_boot_locks_the_flash) {
  const auto all = command({.secure = true}, {"/secboot.fd", "/f/secure-boot.fd", true});
  BOOST_TEST(has(argument(all, "q35"), "smm=on"));
  BOOST_TEST(argument(all, "driver=cfi.pflash01") ==
             "driver=cfi.pflash01,property=secure,value=on");
}

BOOST_AUTO_TEST_CASE(comma_in_a_name_is_escaped) {
  BOOST_TEST(has(argument(command({}), "type=1"), "manufacturer=Dell Inc.,, of a kind,product="));
}

BOOST_AUTO_TEST_CASE(card_uses_a_tap_device_or_the_user_network) {
  auto what = machine();
  what.network.user_settings = "restrict=on";
  BOOST_TEST(argument(command({}, uefi, what), "user,") == "user,id=net0,restrict=on");
  const auto all = vm_command_line(what, {}, uefi, {.taps = {5}});
  BOOST_TEST(argument(all, "tap,") == "tap,id=net0,fd=5");
}

BOOST_AUTO_TEST_CASE(system_reaches_the_bmc_if_there_is_one) {
  auto what = machine();
  BOOST_TEST(argument(command({}, uefi, what), "isa-ipmi-kcs").empty());
  what.ipmi_port = 4711;
  BOOST_TEST(has(argument(command({}, uefi, what), "socket,id=bmc"), "port=4711,reconnect=1"));
}

BOOST_AUTO_TEST_CASE(certificate_of_the_image_server_is_not_verified) {
  BOOST_TEST(image_file_name("http://192.0.2.1/a.iso") == "http://192.0.2.1/a.iso");
  const auto name = image_file_name("https://192.0.2.1/a.iso");
  BOOST_TEST(name.starts_with("json:{"));
  BOOST_TEST(has(name, "\"sslverify\":false"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
