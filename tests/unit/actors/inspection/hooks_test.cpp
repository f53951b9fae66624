#include "inspected_machine.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::inspection;
using namespace ironbus::test;

namespace {

using macs = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(hooks)

BOOST_AUTO_TEST_CASE(unknown_doubled_and_orphaned_hooks_are_refused) {
  BOOST_TEST(!choose_hooks({"nonsense"}));
  BOOST_TEST(!choose_hooks({"memory", "memory"}));
  BOOST_TEST(!choose_hooks({"ports", "validate-interfaces"}));
  BOOST_TEST(choose_hooks({"validate-interfaces", "ports"}).has_value());
}

BOOST_AUTO_TEST_CASE(failures_of_the_preparing_parts_are_reported_together) {
  inspected_machine b;
  b.docs.plugin_data["error"] = "no disks";
  b.docs.inventory["interfaces"] = json::array();
  const auto text = b.run({"ramdisk-error", "validate-interfaces"});
  BOOST_TEST(text == "Ramdisk reported error: no disks No interfaces in the inventory.");
  b.docs.plugin_data["error"] = nullptr;
  BOOST_TEST(b.run({"ramdisk-error"}).empty());
}

BOOST_AUTO_TEST_CASE(the_option_decides_which_interfaces_become_ports) {
  inspected_machine b;
  b.docs.inventory["bmc_address"] = "192.0.2.99";
  b.docs.inventory["bmc_v6address"] = "::/0";
  BOOST_TEST(b.run({"validate-interfaces"}).empty());
  BOOST_TEST(b.docs.plugin_data["macs"] == json({mac_a}));
  BOOST_TEST(b.docs.plugin_data["all_interfaces"].size() == 2U);
  BOOST_TEST(b.docs.plugin_data["all_interfaces"]["eth1"]["mac_address"] == mac_b);
  BOOST_TEST(b.docs.plugin_data["bmc_address"] == "192.0.2.99");
  BOOST_TEST(!b.docs.plugin_data.contains("bmc_v6address"));
  b.options.add = added_ports::all;
  BOOST_TEST(b.run({"validate-interfaces"}).empty());
  BOOST_TEST(b.docs.plugin_data["macs"].size() == 2U);
  b.options.add = added_ports::active;
  BOOST_TEST(b.run({"validate-interfaces"}).empty());
  BOOST_TEST(b.docs.plugin_data["macs"] == json({mac_a}));
  b.options.add = added_ports::pxe;
  b.docs.inventory["boot"] = nullptr;  // the boot interface is unknown
  BOOST_TEST(b.run({"validate-interfaces"}).empty());
  BOOST_TEST(b.docs.plugin_data["macs"].size() == 2U);
}

BOOST_AUTO_TEST_CASE(useless_interfaces_are_ignored) {
  inspected_machine b;
  b.options.add = added_ports::all;
  b.docs.inventory["interfaces"] = {
      {{"name", "lo"}, {"mac_address", mac_a}},
      {{"name", "x"}, {"mac_address", "zz"}},
      {{"mac_address", mac_b}},
      7,
      {{"name", "y"}, {"mac_address", mac_b}, {"ipv4_address", "127.0.0.1"}}};
  BOOST_TEST(b.run({"validate-interfaces"}) == "No valid network interfaces in the inventory.");
  b.docs.inventory["interfaces"].push_back(
      {{"name", "z"}, {"mac_address", mac_b}, {"ipv6_address", "fe80::1%z"}});
  BOOST_TEST(b.run({"validate-interfaces"}).empty());
  BOOST_TEST(b.docs.plugin_data["valid_interfaces"]["z"]["ipv6_address"] == "fe80::1");
  b.docs.inventory["interfaces"] = json::array();
  for (int i = 0; i < 600; ++i) b.docs.inventory["interfaces"].push_back(json::object());
  BOOST_TEST(b.run({"validate-interfaces"}).find("more than 512") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(addresses_that_many_machines_have_become_no_ports) {
  inspected_machine b;
  b.options.add = added_ports::all;
  for (const auto& address :
       {json("00:00:00:00:00:00"), json("ff:ff:ff:ff:ff:ff"), json("01:00:5e:00:00:01"),
        json("80:00:02:08:fe:80:00:00:00:00:00:00:f4:52:14:03:00:7b:cb:a1"), json(nullptr)})
    b.docs.inventory["interfaces"].push_back({{"name", "ib0"}, {"mac_address", address}});
  const auto inventory = b.docs.inventory;
  BOOST_TEST(b.run({"validate-interfaces", "ports"}).empty());
  BOOST_TEST(b.macs() == (macs{mac_a, mac_b}), boost::test_tools::per_element());
  BOOST_TEST(b.docs.inventory == inventory);
  BOOST_REQUIRE(b.logs.size() == 5U);
  BOOST_TEST(b.logs[0].text ==
             "no port is created for interface 'ib0' with the MAC address 00:00:00:00:00:00: it "
             "has no name or no usable MAC address");
}

BOOST_AUTO_TEST_CASE(ports_are_created_kept_and_updated) {
  inspected_machine b;
  b.own(mac_b);
  b.own("52:54:00:00:00:0c");
  BOOST_TEST(b.run({"validate-interfaces", "ports"}).empty());
  BOOST_TEST(b.macs() == (macs{mac_b, "52:54:00:00:00:0c", mac_a}),
             boost::test_tools::per_element());
  BOOST_TEST(b.docs.ports[0]["pxe_enabled"] == false);
  BOOST_TEST(b.docs.ports[2]["pxe_enabled"] == true);
  BOOST_TEST(b.docs.ports[2]["extra"]["client-id"] == "id-a");
  b.options.keep = kept_ports::present;
  BOOST_TEST(b.run({"validate-interfaces", "ports"}).empty());
  BOOST_TEST(b.macs() == (macs{mac_b, mac_a}), boost::test_tools::per_element());
  b.options.keep = kept_ports::added;
  BOOST_TEST(b.run({"validate-interfaces", "ports"}).empty());
  BOOST_TEST(b.macs() == (macs{mac_a}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(no_port_is_created_for_a_foreign_address_or_if_disabled) {
  inspected_machine b;
  b.taken = {mac_a};
  BOOST_TEST(b.run({"validate-interfaces", "ports"}).empty());
  BOOST_TEST(b.docs.ports.empty());
  BOOST_REQUIRE(b.logs.size() == 1U);
  BOOST_TEST(b.logs[0].text.find(mac_a) != std::string::npos);
  b.taken.clear();
  b.options.add = added_ports::disabled;
  BOOST_TEST(b.run({"validate-interfaces", "ports"}).empty());
  BOOST_TEST(b.docs.ports.empty());
}

BOOST_AUTO_TEST_CASE(damaged_plugin_data_does_not_affect_ports) {
  inspected_machine b;
  const auto hooks =
      choose_hooks({"validate-interfaces", "ports", "local-link-connection", "physical-network"})
          .value();
  id_source ids{"machine"};
  hook_context x{b.docs, b.options, ids, b.taken, b.logs};
  BOOST_TEST(prepare_hooks(hooks, x).has_value());
  for (const auto& spoilt : {json(nullptr), json(7), json{{"eth0", "no card"}}, json::array({1})}) {
    b.docs.plugin_data["valid_interfaces"] = spoilt;
    b.docs.plugin_data["all_interfaces"] = spoilt;
    BOOST_TEST(run_hooks(hooks, x).has_value());
  }
  BOOST_TEST(b.docs.ports.empty());
}

BOOST_AUTO_TEST_CASE(processor_and_memory_become_properties) {
  inspected_machine b;
  b.properties()["capabilities"] = "a:b";
  BOOST_TEST(b.run({"architecture", "memory", "cpus", "cpu-capabilities", "boot-mode"}).empty());
  BOOST_TEST(b.properties() ==
             json({{"cpu_arch", "x86_64"},
                   {"memory_mb", 2048},
                   {"cpus", 4},
                   {"capabilities", "a:b,cpu_vt:true,cpu_aes:true,boot_mode:uefi"}}));
}

BOOST_AUTO_TEST_CASE(missing_inventory_data_fails_only_some_hooks) {
  inspected_machine b;
  b.docs.inventory["cpu"] = {{"architecture", 7}, {"count", -1}, {"flags", "vmx"}};
  b.docs.inventory["memory"] = nullptr;
  b.docs.inventory["boot"] = {{"current_boot_mode", {1}}};
  BOOST_TEST(!b.run({"architecture"}).empty());
  BOOST_TEST(!b.run({"memory"}).empty());
  BOOST_TEST(b.run({"cpus", "cpu-capabilities", "boot-mode"}).empty());
  BOOST_TEST(b.logs.size() == 2U);
  BOOST_TEST(b.properties().empty());
  b.docs.inventory["cpu"] = {{"architecture", std::string(10'000, 'x')}};
  BOOST_TEST(!b.run({"architecture"}).empty());
}

BOOST_AUTO_TEST_CASE(root_device_hints_choose_a_disk) {
  inspected_machine b;
  BOOST_TEST(b.disk({{"size", ">= 50"}})->at("name") == "/dev/sdb");
  BOOST_TEST(b.disk({{"size", 10}})->at("name") == "/dev/sda");
  BOOST_TEST(b.disk({{"size", "<or> 7 <or> 100"}})->at("name") == "/dev/sdb");
  BOOST_TEST(b.disk({{"vendor", "s== seagate"}})->at("name") == "/dev/sda");
  BOOST_TEST(b.disk({{"vendor", "<in> gate"}})->at("name") == "/dev/sda");
  BOOST_TEST(b.disk({{"name", "s!= /dev/sda"}})->at("name") == "/dev/sdb");
  BOOST_TEST(b.disk({{"serial", "<or> x y <or> B2"}})->at("name") == "/dev/sdb");
  BOOST_TEST(b.disk({{"rotational", "false"}})->at("name") == "/dev/sdb");
  BOOST_TEST((b.disk({{"size", "> 5"}}, {{{"serial", "A1"}}}))->at("name") == "/dev/sdb");
  BOOST_TEST(b.disk({{"wwn", "0x1"}}) == nullptr);
  for (const auto& bad : {json{{"colour", "red"}}, json{{"size", "big"}}, json{{"size", "~ 4"}},
                          json{{"rotational", 3}}, json{{"model", 4}}, json(7)})
    BOOST_TEST(!find_disk(b.docs.inventory["disks"], bad, nullptr));
}

BOOST_AUTO_TEST_CASE(the_root_disk_gives_its_size) {
  inspected_machine b;
  b.properties()["root_device"] = {{"name", "/dev/sdb"}};
  BOOST_TEST(b.run({"root-device"}).empty());
  BOOST_TEST(b.properties()["local_gb"] == 99);
  BOOST_TEST(b.docs.plugin_data["root_disk"]["serial"] == "B2");
  b.options.disk_partitioning_spacing = false;
  BOOST_TEST(b.run({"root-device"}).empty());
  BOOST_TEST(b.docs.plugin_data["local_gb"] == 100);
  b.properties()["root_device"] = {{"name", "/dev/sdz"}};
  BOOST_TEST(!b.run({"root-device"}).empty());
  b.properties().erase("root_device");
  b.docs.plugin_data.erase("root_disk");
  BOOST_TEST(b.run({"root-device"}).empty());
  BOOST_TEST(b.properties()["local_gb"] == 0);
}

BOOST_AUTO_TEST_CASE(one_new_disk_is_the_raid_volume) {
  inspected_machine b;
  BOOST_TEST(b.run({"raid-device"}).empty());
  BOOST_TEST(!b.properties().contains("root_device"));
  b.docs.inventory["disks"].push_back({{"serial", "C3"}});
  BOOST_TEST(b.run({"raid-device"}).empty());
  BOOST_TEST(b.properties()["root_device"] == json({{"serial", "C3"}}));
  b.docs.inventory["disks"].push_back({{"serial", "D4"}});
  BOOST_TEST(b.run({"raid-device"}).empty());
  BOOST_TEST(b.properties()["root_device"] == json({{"serial", "C3"}}));
}

BOOST_AUTO_TEST_CASE(a_raid_volume_is_found_though_all_disks_have_one_serial_number) {
  inspected_machine b;
  b.docs.inventory["disks"] = {{{"serial", "S"}, {"wwn", "0x1"}},
                               {{"serial", "S"}, {"wwn", "0x2"}}};
  BOOST_TEST(b.run({"raid-device"}).empty());
  b.docs.inventory["disks"].push_back({{"serial", "S"}, {"wwn", "0x3"}});
  BOOST_TEST(b.run({"raid-device"}).empty());
  BOOST_TEST(b.properties()["root_device"] == json({{"wwn", "0x3"}}));
}

BOOST_AUTO_TEST_CASE(virtual_media_and_read_only_disks_are_never_the_root_disk) {
  inspected_machine b;
  b.properties()["root_device"] = {{"size", ">= 1"}};
  const json stick{{"name", "/dev/sda"},
                   {"size", int64_t{20} << 30},
                   {"tran", "usb"},
                   {"vendor", "AMI"},
                   {"model", "Virtual HDisk0"}};
  const json fixed{{"name", "/dev/sdb"}, {"size", int64_t{20} << 30}, {"read_only", true}};
  const json real{{"name", "/dev/sdc"}, {"size", int64_t{99} << 30}, {"tran", "sata"}};
  b.docs.inventory["disks"] = {stick, fixed, real};
  BOOST_TEST(b.run({"root-device"}).empty());
  BOOST_TEST(b.docs.plugin_data["root_disk"]["name"] == "/dev/sdc");
  b.docs.inventory["disks"] = {stick, fixed};
  BOOST_TEST(!b.run({"root-device"}).empty());
}

BOOST_AUTO_TEST_CASE(pci_devices_are_counted_and_known_accelerators_listed) {
  inspected_machine b;
  b.options.pci_aliases = {{"10de", "1eb8", "gpu_t4"}, {"8086", "1572", "nic"}};
  const json device{{"vendor_id", "10DE"}, {"product_id", "1eb8"}, {"bus", "0000:3b:00.0"}};
  b.docs.plugin_data["pci_devices"] = {device, device, {{"vendor_id", 3}}, "odd"};
  b.properties()["capabilities"] = "nic:4,a:b";
  BOOST_TEST(b.run({"pci-devices", "accelerators"}).empty());
  BOOST_TEST(b.properties()["capabilities"] == "a:b,gpu_t4:2");
  BOOST_REQUIRE(b.properties()["accelerators"].size() == 2U);
  BOOST_TEST(b.properties()["accelerators"][0]["pci_address"] == "0000:3b:00.0");
  b.docs.plugin_data["pci_devices"] = nullptr;
  BOOST_TEST(b.run({"pci-devices", "accelerators"}).empty());
  BOOST_TEST(b.properties()["accelerators"].empty());
}

BOOST_AUTO_TEST_CASE(extra_hardware_becomes_a_tree) {
  inspected_machine b;
  const json records = {
      {"cpu", "physical", "number", "2"}, {"cpu", "physical", "kind", "x"}, {"odd"}};
  b.docs.plugin_data["data"] = records;
  BOOST_TEST(b.run({"extra-hardware"}).empty());
  BOOST_TEST(b.docs.plugin_data["extra"]["cpu"]["physical"] ==
             json({{"number", 2}, {"kind", "x"}}));
  BOOST_TEST(!b.docs.plugin_data.contains("data"));
  b.docs.plugin_data = {{"data", records}};
  b.options.extra_hardware_strict = true;
  BOOST_TEST(b.run({"extra-hardware"}).empty());
  BOOST_TEST(b.docs.plugin_data.empty());
}

BOOST_AUTO_TEST_CASE(lldp_data_is_read_for_ports_and_plugin_data) {
  inspected_machine b;
  // chassis id (MAC), port id (interface name "Gi1"), system name "sw"
  b.docs.plugin_data["lldp_raw"] = {
      {"eth0", {{1, "04001b21000001"}, {2, "05476931"}, {5, "7377"}}}};
  b.own(mac_a);
  b.docs.ports[0]["local_link_connection"]["port_id"] = "mine";
  BOOST_TEST(b.run({"validate-interfaces", "local-link-connection", "parse-lldp"}).empty());
  const auto& link = b.docs.ports[0]["local_link_connection"];
  BOOST_TEST(link["port_id"] == "mine");
  BOOST_TEST(link["switch_id"] == "00:1b:21:00:00:01");
  BOOST_TEST(link["switch_info"] == "sw");
  BOOST_TEST(b.docs.plugin_data["parsed_lldp"]["eth0"]["switch_system_name"] == "sw");
}

BOOST_AUTO_TEST_CASE(the_first_matching_network_names_the_port_s_network) {
  inspected_machine b;
  b.options.networks = {{*inspection::parse_network("198.51.100.0/24"), "far"},
                        {*inspection::parse_network("192.0.2.0/24"), "near"},
                        {*inspection::parse_network("0.0.0.0/0"), "any"}};
  BOOST_TEST(b.run({"validate-interfaces", "ports", "physical-network"}).empty());
  BOOST_TEST(b.docs.ports[0]["physical_network"] == "near");
}

BOOST_AUTO_TEST_SUITE_END()
