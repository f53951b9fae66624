#include "drivers/boot/dnsmasq_config.hpp"
#include "drivers/boot/dnsmasq_files.hpp"
#include "tests/unit/drivers/boot/boot_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

const std::string other_uuid = "7c1c6f8b-4b1f-4b9f-8b62-1e5f1d7f2f02";

struct dnsmasq_fixture : boot_fixture {
  dnsmasq_fixture() {
    options.dhcp.provider = "dnsmasq";
    options.dhcp.hosts_dir = hosts.string();
    options.dhcp.opts_dir = opts.string();
  }
  fs::path hosts = root / "hosts";
  fs::path opts = root / "opts";
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(dnsmasq, dnsmasq_fixture)

BOOST_AUTO_TEST_CASE(names_a_booting_machine_with_its_loader) {
  prepared();
  BOOST_TEST(text_of(hosts / boot_uuid) ==
             "52:54:00:00:00:01,set:ironbus,set:ironbus-" + boot_uuid + "\n");
  const auto tag = "tag:ironbus-" + boot_uuid;
  BOOST_TEST(text_of(opts / boot_uuid) ==
             tag + ",tag:bios,tag:!ipxe,option:bootfile-name,network/undionly.kpxe\n" + tag +
                 ",tag:bios,tag:ipxe,option:bootfile-name,http://192.0.2.1:6385/v1/boot/network/"
                 "boot.ipxe\n" +
                 tag + ",tag:efi64,tag:!ipxe,option:bootfile-name,network/snponly.efi\n" + tag +
                 ",tag:efi64,tag:ipxe,option:bootfile-name,http://192.0.2.1:6385/v1/boot/network/"
                 "boot.ipxe\n" +
                 tag +
                 ",tag:http64,option:bootfile-name,http://192.0.2.1:6385/v1/boot/network/"
                 "snponly.efi\n");
}

BOOST_AUTO_TEST_CASE(uefi_loads_shim_with_grub_and_another_file_by_architecture) {
  options.loaders.grub_by_arch["aarch64"] = "shimaa64.efi";
  const auto lines = boot_file_lines("tag:a", boot_loader::grub, options.loaders, "http://h");
  BOOST_TEST(holds(lines, "tag:a,tag:efi64,option:bootfile-name,network/shimx64.efi\n"), lines);
  BOOST_TEST(holds(lines, "tag:a,tag:efi-arm64,option:bootfile-name,network/shimaa64.efi\n"));
  BOOST_TEST(holds(lines, "tag:http64,option:bootfile-name,http://h/v1/boot/network/shimx64.efi"));
  BOOST_TEST(holds(lines, "tag:bios,tag:!ipxe,option:bootfile-name,network/undionly.kpxe\n"));
  const auto nowhere = boot_file_lines("tag:a", boot_loader::grub, options.loaders, "");
  BOOST_TEST(!holds(nowhere, "http"), nowhere);
}

BOOST_AUTO_TEST_CASE(a_loader_by_architecture_and_boot_mode_comes_first) {
  options.loaders.ipxe_by_arch = {{"x86_64-bios", "ipxe.pxe"},
                                  {"x86_64-uefi", "ipxe.efi"},
                                  {"x86_64", "other.efi"},
                                  {"aarch64", "ipxe-arm64.efi"}};
  const auto lines = boot_file_lines("tag:a", boot_loader::ipxe, options.loaders, "http://h");
  BOOST_TEST(holds(lines, "tag:bios,tag:!ipxe,option:bootfile-name,network/ipxe.pxe\n"), lines);
  BOOST_TEST(holds(lines, "tag:efi64,tag:!ipxe,option:bootfile-name,network/ipxe.efi\n"), lines);
  BOOST_TEST(holds(lines, "tag:efi-arm64,tag:!ipxe,option:bootfile-name,network/ipxe-arm64.efi\n"));
  BOOST_TEST(!holds(lines, "other.efi"));
}

BOOST_AUTO_TEST_CASE(an_idle_machine_is_known_without_an_offer) {
  prepared();
  BOOST_TEST((run("clean_up_ramdisk").status == step_status::done));
  BOOST_TEST(text_of(hosts / boot_uuid) == "52:54:00:00:00:01,set:ironbus\n");
  BOOST_TEST(!fs::exists(opts / boot_uuid));
  prepared();
  BOOST_TEST(fs::exists(opts / boot_uuid));
}

BOOST_AUTO_TEST_CASE(a_machine_that_never_booted_has_no_file) {
  BOOST_TEST((run("clean_up_instance").status == step_status::done));
  BOOST_TEST(!fs::exists(hosts / boot_uuid));
}

BOOST_AUTO_TEST_CASE(a_mac_belongs_to_the_node_that_boots_last) {
  fs::create_directories(hosts);
  std::ofstream{hosts / other_uuid} << "52:54:00:00:00:01,set:ironbus\n";
  prepared();
  BOOST_TEST(!fs::exists(hosts / other_uuid));
  std::ofstream{hosts / other_uuid} << "52:54:00:00:00:01,set:ironbus\n"
                                       "52:54:00:00:00:09,set:ironbus\n";
  prepared();
  BOOST_TEST(text_of(hosts / other_uuid) == "52:54:00:00:00:09,set:ironbus\n");
}

BOOST_AUTO_TEST_CASE(a_deleted_node_becomes_unknown_and_then_loses_its_files) {
  prepared();
  std::ofstream{hosts / "of-an-operator"} << "52:54:00:00:00:07\n";
  std::ofstream{opts / other_uuid} << "tag:ironbus-" << other_uuid << "\n";
  mark_host_unknown(boot_uuid, options);
  mark_host_unknown(other_uuid, options);
  BOOST_TEST(text_of(hosts / boot_uuid) == "52:54:00:00:00:01,set:ironbus-gone\n");
  BOOST_TEST(!fs::exists(hosts / other_uuid));
  for (const auto& uuid : {boot_uuid, other_uuid}) remove_host_files(uuid, options);
  BOOST_TEST(!fs::exists(hosts / boot_uuid));
  BOOST_TEST(!fs::exists(opts / other_uuid));
  BOOST_TEST(fs::exists(hosts / "of-an-operator"));
}

BOOST_AUTO_TEST_CASE(host_files_carry_the_installations_id) {
  options.installation = "ours";
  prepared();
  const std::string mark = "# ironbus ours\n";
  BOOST_TEST(text_of(hosts / boot_uuid) ==
             mark + "52:54:00:00:00:01,set:ironbus,set:ironbus-" + boot_uuid + "\n");
  std::ofstream{hosts / other_uuid} << "# ironbus theirs\n52:54:00:00:00:09,set:ironbus\n";
  std::ofstream{hosts / "of-an-operator"} << mark << "52:54:00:00:00:07\n";
  BOOST_TEST(own_hosts(options) == std::vector{boot_uuid}, boost::test_tools::per_element());
  BOOST_TEST((run("clean_up_ramdisk").status == step_status::done));
  BOOST_TEST(text_of(hosts / boot_uuid) == mark + "52:54:00:00:00:01,set:ironbus\n");
  mark_host_unknown(boot_uuid, options);
  BOOST_TEST(text_of(hosts / boot_uuid) == mark + "52:54:00:00:00:01,set:ironbus-gone\n");
  options.installation.clear();
  BOOST_TEST(own_hosts(options).empty());
}

BOOST_AUTO_TEST_CASE(a_host_file_with_nothing_but_its_mark_is_deleted) {
  fs::create_directories(hosts);
  std::ofstream{hosts / other_uuid} << "# ironbus ours\n52:54:00:00:00:01,set:ironbus\n";
  prepared();
  BOOST_TEST(!fs::exists(hosts / other_uuid));
}

BOOST_AUTO_TEST_CASE(readers_see_no_partial_file) {
  prepared();
  for (const auto& folder : {hosts, opts})
    for (const auto& entry : fs::directory_iterator{folder})
      BOOST_TEST(entry.path().filename().string() == boot_uuid);
}

BOOST_AUTO_TEST_CASE(external_dhcp_servers_get_no_files) {
  options.dhcp.provider = "none";
  prepared();
  BOOST_TEST(!fs::exists(hosts));
}

BOOST_AUTO_TEST_CASE(an_unwritable_folder_fails_the_step) {
  std::ofstream{root / "plain"} << "no folder";
  options.dhcp.opts_dir = (root / "plain").string();
  BOOST_TEST(holds(run("prepare_ramdisk").reason, "plain/" + boot_uuid + "' cannot be written"));
}

BOOST_AUTO_TEST_CASE(the_configuration_is_complete) {
  dnsmasq_setup setup{"eth1", {"192.0.2.100", "192.0.2.200"}, "/srv/boot", "http://h", true, {}};
  const auto text = dnsmasq_config(setup, options);
  for (const auto* line :
       {"interface=eth1\n", "dhcp-range=192.0.2.100,192.0.2.200,1h\n", "tftp-root=/srv/boot\n",
        "dhcp-option-force=tag:http64,60,HTTPClient\n", "dhcp-option=tag:ipxe,encap:175,176,1b\n",
        "\nenable-ra\n", "\nra-param=eth1,4,0\n",
        "dhcp-option=tag:!ironbus,tag:bios,tag:!ipxe,option:bootfile-name,network/undionly.kpxe\n"})
    BOOST_TEST(holds(text, line), line);
  BOOST_TEST(holds(text, "dhcp-hostsdir=" + hosts.string() + "\n"));
  setup.has_ipv6 = false;
  BOOST_TEST(holds(dnsmasq_config(setup, options), "# enable-ra\n"));
  options.dhcp.unknown_machines = "ignore";
  const auto strict = dnsmasq_config(setup, options);
  BOOST_TEST(holds(strict, "dhcp-ignore=tag:!known\n"));
  BOOST_TEST(!holds(strict, "tag:!ironbus"));
}

BOOST_AUTO_TEST_CASE(a_range_has_two_addresses) {
  const auto range = parse_address_range("192.0.2.9-192.0.2.10");
  BOOST_TEST((range && range->first == "192.0.2.9" && range->last == "192.0.2.10"));
  for (const auto* bad : {"", "192.0.2.9", "192.0.2.10-192.0.2.9", "192.0.2.9-x", "::1-::2",
                          "192.0.2.9-192.0.2.10\ndhcp-script=/x"})
    BOOST_TEST(!parse_address_range(bad), bad);
}

BOOST_AUTO_TEST_SUITE_END()
