#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

facts inspect(redfish_fixture& x) { return x.done("inspect", "inspect_hardware").observed; }

std::vector<std::string> macs_of(const json& interfaces) {
  std::vector<std::string> out;
  for (const auto& one : interfaces) out.push_back(one.at("mac_address").get<std::string>());
  return out;
}

std::vector<std::string> known_macs(redfish_fixture& x) {
  std::vector<std::string> out;
  for (const auto& mac : x.link.bmc.who().macs) {
    auto& one = out.emplace_back(mac);
    for (auto& letter : one) letter = static_cast<char>(std::tolower(letter));
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_inspection)

BOOST_AUTO_TEST_CASE(finds_machines_of_all_vendors_like_an_agent) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      redfish_fixture x{profile};
      const auto found = inspect(x).inventory.at("inventory");
      BOOST_TEST(found["memory"]["physical_mb"] == 64 * 1024);
      BOOST_TEST(found["cpu"] == (json{{"count", 32},
                                       {"model_name", "Simulated CPU"},
                                       {"frequency", 3600},
                                       {"architecture", "x86_64"}}));
      BOOST_TEST(macs_of(found["interfaces"]) == known_macs(x), boost::test_tools::per_element());
      BOOST_TEST(found["interfaces"][0]["speed_mbps"] == 25'000);
      BOOST_TEST(found["disks"].size() == simulator::drive_count);
      BOOST_TEST(found["disks"][0]["size"] == simulator::hardware{}.drive_bytes);
      const auto& vendor = found["system_vendor"];
      BOOST_TEST(vendor["serial_number"] == x.link.bmc.who().serial);
      BOOST_TEST(vendor["system_uuid"] == x.link.bmc.who().uuid);
      BOOST_TEST(vendor["manufacturer"] == std::string{x.link.bmc.kind().manufacturer});
      BOOST_TEST(vendor["product_name"] == std::string{x.link.bmc.kind().model});
      BOOST_TEST(vendor["firmware"]["version"] == std::string{x.link.bmc.kind().bios_version});
      BOOST_TEST(found["boot"]["current_boot_mode"] == "uefi");
    }
}

BOOST_AUTO_TEST_CASE(lists_controllers_and_drives) {
  redfish_fixture x;
  const auto storage = inspect(x).inventory["inventory"]["storage_controllers"][0];
  BOOST_TEST(storage["storage_controllers"][0]["speed_gbps"] == 12);
  BOOST_TEST(storage["storage_controllers"][0]["raid_types"].size() == 7U);
  const auto& drive = storage["drives"][0];
  BOOST_TEST(drive["media_type"] == "SSD");
  BOOST_TEST(drive["protocol"] == "SATA");
  BOOST_TEST(drive["status"]["health"] == "OK");
  BOOST_TEST(drive["serial_number"] == x.link.bmc.who().serial + "-0");
}

BOOST_AUTO_TEST_CASE(puts_lldp_data_into_the_plugin_data) {
  redfish_fixture x;
  const auto announced = inspect(x).inventory["plugin_data"]["parsed_lldp"];
  BOOST_TEST(announced["2"] == (json{{"switch_chassis_id", "02:00:00:00:00:01"},
                                     {"switch_port_id", "Ethernet1/2"},
                                     {"switch_system_name", "switch-1"},
                                     {"switch_system_description", "Simulated switch"},
                                     {"switch_vlan_id", 100}}));
}

BOOST_AUTO_TEST_CASE(sets_the_nodes_properties) {
  redfish_fixture x;
  const auto properties = inspect(x).properties;
  BOOST_TEST(properties == (json{{"memory_mb", 65'536},
                                 {"cpus", 32},
                                 {"local_gb", 446},
                                 {"capabilities", "boot_mode:uefi"}}));
}

BOOST_AUTO_TEST_CASE(keeps_existing_capabilities) {
  struct row {
    json before;
    json after;
  };
  for (const auto& [before, after] :
       {row{"raid:true", "raid:true,boot_mode:uefi"}, row{"boot_mode:bios", nullptr},
        row{json{{"raid", "true"}}, nullptr}, row{"", "boot_mode:uefi"}}) {
    redfish_fixture x;
    x.node.properties = {{"capabilities", before}};
    const auto properties = inspect(x).properties;
    BOOST_TEST(properties.value("capabilities", json{}) == after, before);
  }
}

BOOST_AUTO_TEST_CASE(skips_rejected_resources) {
  for (const unsigned status : {404U, 403U, 500U, 400U}) {
    redfish_fixture x;
    for (const auto* end : {"/Processors", "/Storage", "/SimpleStorage", "/NetworkAdapters"})
      x.answer_instead(end, status);
    const auto found = inspect(x);
    BOOST_TEST(found.inventory["inventory"].contains("interfaces"), status);
    BOOST_TEST(found.inventory["inventory"].contains("memory"));
    for (const auto* key : {"cpu", "disks", "storage_controllers"})
      BOOST_TEST(!found.inventory["inventory"].contains(key), key);
    BOOST_TEST(found.properties["local_gb"] == 0);
    BOOST_TEST(found.inventory["plugin_data"].empty());
  }
}

BOOST_AUTO_TEST_CASE(needs_a_known_memory_size) {
  redfish_fixture x;
  x.answer_instead(std::string{x.link.bmc.kind().system_id}, 200, R"({"Id": "1"})");
  const auto end = x.run("inspect", "inspect_hardware");
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(holds(end.reason, "memory_mb (no MemorySummary)"), end.reason);
  x.node.properties = {{"memory_mb", 1024}};
  BOOST_TEST(!inspect(x).properties.contains("memory_mb"));
}

BOOST_AUTO_TEST_CASE(accepts_numbers_in_texts) {
  redfish_fixture x;
  x.answer_instead(std::string{x.link.bmc.kind().system_id}, 200,
                   R"({"MemorySummary": {"TotalSystemMemoryGiB": "512"},
                       "Processors": {"@odata.id": "/p"}})");
  x.answer_instead("/p", 200, R"({"Members": [{"@odata.id": "/p/1"}]})");
  x.answer_instead("/p/1", 200, R"({"TotalThreads": "16", "MaxSpeedMHz": null})");
  const auto found = inspect(x).inventory["inventory"];
  BOOST_TEST(found["memory"]["physical_mb"] == 512 * 1024);
  BOOST_TEST(found["cpu"] == (json{{"count", 16}}));
  BOOST_TEST(x.node.driver_internal_info.at(oddities_key).contains("text_number"));
}

/// Placeholders without an address are no cards. The real ones belong to the second chassis.
BOOST_AUTO_TEST_CASE(merges_interfaces_and_adapters_by_address) {
  redfish_fixture x;
  x.answer_instead(std::string{x.link.bmc.kind().system_id}, 200,
                   R"({"MemorySummary": {"TotalSystemMemoryGiB": 1},
                       "EthernetInterfaces": {"@odata.id": "/e"},
                       "Links": {"Chassis": [{"@odata.id": "/c/1"}, {"@odata.id": "/c/2"}]}})");
  x.answer_instead("/e", 200, R"({"Members": [{"@odata.id": "/e/1"}, {"@odata.id": "/e/2"},
                                              {"@odata.id": "/e/3"}]})");
  x.answer_instead("/e/1", 200, R"({"Id": "1", "MACAddress": ""})");
  x.answer_instead("/e/2", 200, R"({"Id": "2", "MACAddress": null})");
  x.answer_instead("/e/3", 200, R"({"Id": "3", "MACAddress": "52:07:00:00:00:01"})");
  x.answer_instead("/c/1", 200, R"({"Id": "1"})");
  x.answer_instead("/c/2", 200, R"({"NetworkAdapters": {"@odata.id": "/a"}})");
  x.answer_instead("/a", 200, R"({"Members": [{"@odata.id": "/a/1"}, {"@odata.id": "/a/2"}]})");
  x.answer_instead("/a/1", 200, R"({"Id": "A", "Ports": {"@odata.id": "/o"}})");
  x.answer_instead("/a/2", 200, R"({"Id": "B", "NetworkDeviceFunctions": {"@odata.id": "/f"}})");
  x.answer_instead("/o", 200, R"({"Members": [{"@odata.id": "/o/1"}, {"@odata.id": "/o/2"}]})");
  x.answer_instead("/o/1", 200, R"({"Id": "1",
      "Ethernet": {"AssociatedMACAddresses": ["52:07:00:00:00:01"]}})");
  x.answer_instead("/o/2", 200, R"({"Id": "2",
      "Ethernet": {"AssociatedMACAddresses": ["52-07-00-00-00-02", "00:00:00:00:00:00"]}})");
  x.answer_instead("/f", 200, R"({"Members": [{"@odata.id": "/f/1"}]})");
  x.answer_instead("/f/1", 200, R"({"Id": "F", "Ethernet": {"MACAddress": "52:07:00:00:00:03"}})");
  const std::vector<std::string> all{"52:07:00:00:00:01", "52:07:00:00:00:02", "52:07:00:00:00:03"};
  const auto cards = inspect(x).inventory["inventory"]["interfaces"];
  BOOST_TEST(macs_of(cards) == all, boost::test_tools::per_element());
  BOOST_TEST(cards[0]["name"] == "3");
  BOOST_TEST(cards[1]["name"] == "A/2");
  BOOST_TEST(cards[2]["name"] == "B/F");
  const auto macs = x.done("management", "get_mac_addresses").observed.mac_addresses;
  BOOST_TEST(macs == all, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(finds_the_card_that_boots_over_the_network) {
  redfish_fixture x;
  x.answer_instead("/Adapter.1", 200,
                   R"({"Id": "A", "NetworkDeviceFunctions": {"@odata.id": "/f"}})");
  x.answer_instead("/f", 200, R"({"Members": [{"@odata.id": "/f/1"}, {"@odata.id": "/f/2"}]})");
  x.answer_instead("/f/1", 200,
                   R"({"BootMode": "Disabled", "Ethernet": {"MACAddress": "52:07:00:00:00:00"}})");
  x.answer_instead("/f/2", 200,
                   R"({"BootMode": "PXE", "Ethernet": {"MACAddress": "52:07:00:00:00:01"}})");
  BOOST_TEST(inspect(x).inventory["inventory"]["boot"]["pxe_interface"] == "52:07:00:00:00:01");
}

BOOST_AUTO_TEST_CASE(writes_pci_devices_like_agents) {
  redfish_fixture x;
  x.answer_instead(std::string{x.link.bmc.kind().system_id}, 200,
                   R"({"MemorySummary": {"TotalSystemMemoryGiB": 0.5},
                       "PCIeDevices": [{"@odata.id": "/p"}]})");
  x.answer_instead(
      "/p", 200, R"({"Links": {"PCIeFunctions": [{"@odata.id": "/p/1"}, {"@odata.id": "/p/2"}]}})");
  x.answer_instead(
      "/p/1", 200,
      R"({"ClassCode": "0x010400", "DeviceId": "0x0016", "VendorId": "0X1000", "RevisionId": "0x01"})");
  x.answer_instead("/p/2", 200, R"({"ClassCode": "0x060000"})");
  const auto found = inspect(x).inventory;
  BOOST_TEST(found["inventory"]["memory"]["physical_mb"] == 512);
  BOOST_TEST(found["inventory"]["pci_devices"] == (json::array({{{"class", "010400"},
                                                                 {"product_id", "0016"},
                                                                 {"vendor_id", "1000"},
                                                                 {"revision", "01"}}})));
  BOOST_TEST(found["plugin_data"]["pci_devices"] == found["inventory"]["pci_devices"]);
}

BOOST_AUTO_TEST_CASE(measures_disks_by_their_volumes) {
  redfish_fixture x{"hpe"};  // without SimpleStorage
  x.answer_instead("/Volumes", 200,
                   R"({"Members": [{"@odata.id": "/v/1"}, {"@odata.id": "/v/2"}]})");
  x.answer_instead("/v/1", 200, R"({"CapacityBytes": 1099511627776})");
  x.answer_instead("/v/2", 200,
                   R"({"CapacityBytes": 1073741824})");  // too small for an installation
  BOOST_TEST(inspect(x).properties["local_gb"] == 1023);
}

// -- BMCs that lie --------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(malformed_values_count_as_missing) {
  redfish_fixture x;
  const auto hostile = json{{"MemorySummary", {{"TotalSystemMemoryGiB", 1}}},
                            {"Model", std::string(5'000, 'x')},
                            {"SerialNumber", {1, 2}},
                            {"UUID", 17},
                            {"Boot", "none"},
                            {"Processors", {{"@odata.id", "/c"}}},
                            {"Links", {{"Chassis", "/x"}}}};
  x.answer_instead(std::string{x.link.bmc.kind().system_id}, 200, hostile.dump());
  x.answer_instead("/c", 200, R"({"Members": [{"@odata.id": "/c/1"}, 7, {"@odata.id": 8}]})");
  x.answer_instead("/c/1", 200, R"({"TotalThreads": -4, "MaxSpeedMHz": 1e300, "Model": {},
                                   "InstructionSet": "Z80", "Status": []})");
  const auto found = inspect(x).inventory["inventory"];
  BOOST_TEST(found ==
             (json{{"memory", {{"physical_mb", 1024}}}, {"system_vendor", json::object()}}));
}

BOOST_AUTO_TEST_CASE(endless_lists_end) {
  redfish_fixture x;
  json members = json::array();
  for (int i = 0; i < 300; ++i) members.push_back({{"@odata.id", "/many/" + std::to_string(i)}});
  const json shown{{"Members", members},
                   {"Drives", members},
                   {"Volumes", {{"@odata.id", "/all"}}},
                   {"CapacityBytes", 17'179'869'184}};
  const auto body = shown.dump();
  x.link.instead = [&](const http_request& request) -> std::optional<http_result> {
    if (!holds(request.target, "Storage") && !holds(request.target, "/many") &&
        !holds(request.target, "/all"))
      return {};
    http_response out;
    out.status = 200;
    out.body = body;
    return out;
  };
  const auto found = inspect(x);
  BOOST_TEST(x.link.total() < 600U);
  BOOST_TEST(found.properties["local_gb"] == 15);
}

BOOST_AUTO_TEST_CASE(does_not_follow_links_to_other_hosts) {
  redfish_fixture x;
  x.answer_instead(std::string{x.link.bmc.kind().system_id}, 200,
                   R"({"MemorySummary": {"TotalSystemMemoryGiB": 1},
                       "Processors": {"@odata.id": "https://198.51.100.1/steal"},
                       "Storage": {"@odata.id": "//198.51.100.1/steal"},
                       "EthernetInterfaces": {"@odata.id": "/../../etc"}})");
  inspect(x);
  BOOST_TEST(x.link.count("steal") == 0U);
  BOOST_TEST(x.link.count("etc") == 0U);
}

BOOST_AUTO_TEST_CASE(names_all_missing_properties_at_once) {
  redfish_fixture x;
  x.answer_instead(std::string{x.link.bmc.kind().system_id}, 200, R"({"Id": "1"})");
  const auto end = x.run("inspect", "inspect_hardware");
  BOOST_TEST((end.status == step_status::failed));
  for (const auto* part : {"memory_mb (no MemorySummary)", "cpus (no Processors)"})
    BOOST_TEST(end.reason.find(part) != std::string::npos, end.reason);
}

BOOST_AUTO_TEST_CASE(an_unreachable_bmc_fails_it_at_once) {
  redfish_fixture x;
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (!holds(request.target, "/Processors")) return {};
    return http_fail(http_error::timeout, "the BMC does not answer.");
  };
  const auto end = x.run("inspect", "inspect_hardware");
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(x.link.count("Storage") == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
