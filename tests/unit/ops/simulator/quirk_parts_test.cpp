#include "bmc_fixture.hpp"
#include "ops/simulator/ramdisk/stock_agent.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

namespace ironbus::test {

using namespace std::chrono_literals;

namespace {

const json combined_image{{"Image", "http://192.0.2.1/boot.combined_image"}};
const std::string combined_insert = "/Actions/VirtualMedia.InsertMedia";
const std::string combined_eject = "/Actions/VirtualMedia.EjectMedia";

bmc_fixture quirky(std::string_view quirk, std::string_view profile = "dell") {
  return bmc_fixture{profile, {}, quirk};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(quirks_of_links)

BOOST_AUTO_TEST_CASE(first_manager_is_another_controller) {
  for (const auto* quirk : {"two-managers", "two-bmcs"}) {
    auto one = quirky(quirk);
    const auto managers = one.get(one.system())["Links"]["ManagedBy"];
    BOOST_TEST_REQUIRE(managers.size() == 2U);
    const auto first = one.get(managers[0]["@odata.id"].get<std::string>());
    BOOST_TEST((first["ManagerType"] == "BMC") == (std::string{quirk} == "two-bmcs"));
    BOOST_TEST(!first.contains("VirtualMedia"));
    BOOST_TEST(!first.contains("DateTime"));
    BOOST_TEST(one.get("/redfish/v1/Managers")["Members@odata.count"] == 2U);
    BOOST_TEST(one.ask("GET", managers[0]["@odata.id"].get<std::string>(), nullptr,
                       {{"Authorization", "Basic eDp5"}})
                   .status == 401U);
  }
}

BOOST_AUTO_TEST_CASE(collection_comes_in_pages) {
  auto one = quirky("paged-collections");
  const auto path = one.system("/EthernetInterfaces");
  std::set<std::string> seen;
  auto page = one.get(path);
  BOOST_TEST(page["Members@odata.count"] == 3U);
  for (int i = 0; i < 5; ++i) {
    BOOST_TEST(page["Members"].size() == 1U);
    seen.insert(page["Members"][0]["@odata.id"].get<std::string>());
    if (!page.contains("Members@odata.nextLink")) break;
    page = one.get(page["Members@odata.nextLink"].get<std::string>());
  }
  BOOST_TEST(seen.size() == 3U);
  const auto whole = one.get(path + "?$expand=.");
  BOOST_TEST(whole["Members"][0].contains("MACAddress"));
  BOOST_TEST(whole["Members@odata.nextLink"] == path + "?$expand=.&$skip=1");
}

BOOST_AUTO_TEST_CASE(collection_has_a_member_that_fails) {
  auto one = quirky("failing-member");
  const auto path = one.system("/EthernetInterfaces");
  const auto members = one.get(path)["Members"];
  BOOST_TEST(one.ask("GET", members[0]["@odata.id"].get<std::string>()).status == 500U);
  BOOST_TEST(one.ask("GET", members[1]["@odata.id"].get<std::string>()).status == 200U);
}

BOOST_AUTO_TEST_CASE(only_the_adapters_show_addresses) {
  auto one = quirky("placeholder-interfaces", "lenovo");
  const auto members = one.get(one.system("/EthernetInterfaces"))["Members"];
  BOOST_TEST_REQUIRE(members.size() == 2U);
  BOOST_TEST(one.get(members[0]["@odata.id"].get<std::string>())["MACAddress"] == nullptr);
  const auto expanded = one.get(one.system("/EthernetInterfaces?$expand=."))["Members"];
  BOOST_TEST(expanded[1]["MACAddress"] == nullptr);
  const auto port = one.get("/redfish/v1/Chassis/1/NetworkAdapters/Adapter.1/Ports/1");
  BOOST_TEST(port["Ethernet"]["AssociatedMACAddresses"][0] == one.bmc.who().macs[0]);
}

BOOST_AUTO_TEST_CASE(boot_is_set_at_the_settings_resource) {
  auto one = quirky("boot-in-settings");
  const json pxe{
      {"Boot", {{"BootSourceOverrideTarget", "Pxe"}, {"BootSourceOverrideEnabled", "Once"}}}};
  BOOST_TEST(message_of(one.patch(one.system(), pxe)) == "OperationSupportedInFutureStateURI");
  const auto place = one.get(one.system())["@Redfish.Settings"]["SettingsObject"]["@odata.id"];
  BOOST_TEST(one.patch(place.get<std::string>(), pxe).status == 204U);
  one.boot();
  BOOST_TEST(one.boots()["device"] == "Pxe");
}

BOOST_AUTO_TEST_CASE(override_is_shown_as_permanent) {
  auto one = quirky("override-permanent");
  const json pxe{
      {"Boot", {{"BootSourceOverrideTarget", "Pxe"}, {"BootSourceOverrideEnabled", "Once"}}}};
  BOOST_TEST(one.patch(one.system(), pxe).status == 204U);
  BOOST_TEST(one.get(one.system())["Boot"]["BootSourceOverrideEnabled"] == "Continuous");
  one.boot();
  BOOST_TEST(one.get(one.system())["Boot"]["BootSourceOverrideEnabled"] == "Disabled");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(quirks_of_settings_and_parts)

const json update_order{{"ImageURI", "http://192.0.2.1/nic-9.9.9.bin"}};
const std::string update_action = "/redfish/v1/UpdateService/Actions/UpdateService.SimpleUpdate";

BOOST_AUTO_TEST_CASE(task_is_deleted_at_its_end) {
  auto one = quirky("task-purged", "hpe");
  const auto begun = one.post(update_action, update_order);
  BOOST_TEST(begun.status == 202U);
  one.boot();
  BOOST_TEST(one.ask("GET", std::string{http::find_header(begun.headers, "Location")}).status ==
             404U);
  BOOST_TEST(one.get("/redfish/v1/UpdateService/FirmwareInventory/NIC.1")["Version"] == "9.9.9");
}

BOOST_AUTO_TEST_CASE(update_is_lost_without_a_trace) {
  auto one = quirky("update-lost", "hpe");
  const auto begun = one.post(update_action, update_order);
  BOOST_TEST(begun.status == 202U);
  one.boot();
  BOOST_TEST(one.ask("GET", std::string{http::find_header(begun.headers, "Location")}).status ==
             404U);
  BOOST_TEST(one.get("/redfish/v1/UpdateService/FirmwareInventory/NIC.1")["Version"] != "9.9.9");
}

BOOST_AUTO_TEST_CASE(location_of_a_task_names_another_host) {
  auto one = quirky("foreign-location", "hpe");
  const auto begun = one.post(update_action, update_order);
  BOOST_TEST(http::find_header(begun.headers, "Location")
                 .starts_with("https://bmc.internal.invalid/redfish/v1/TaskService/"));
}

BOOST_AUTO_TEST_CASE(bios_registry_has_a_large_bound_or_slashes) {
  const std::string registry = "/redfish/v1/Registries/BiosAttributeRegistry/registry.json";
  auto large = quirky("large-bounds");
  BOOST_TEST(large.ask("GET", registry).body.find("18446744073709551615") != std::string::npos);
  auto one = quirky("slash-in-attribute", "lenovo");
  BOOST_TEST(one.ask("GET", registry).body.find("\"Proc/Turbo/Mode\"") != std::string::npos);
  BOOST_TEST(one.get(one.system("/Bios"))["Attributes"]["Proc/Turbo/Mode"] == "Enabled");
  const auto set = [&one](const std::string& name) {
    return one.patch(one.system("/Bios/Pending"), {{"Attributes", {{name, "Disabled"}}}}).status;
  };
  BOOST_TEST(set("ProcTurboMode") == 400U);
  BOOST_TEST(set("Proc/Turbo/Mode") == 200U);
  one.boot();
  BOOST_TEST(one.get(one.system("/Bios"))["Attributes"]["Proc/Turbo/Mode"] == "Disabled");
}

BOOST_AUTO_TEST_CASE(clock_is_kept_by_ntp) {
  auto one = quirky("clock-under-ntp");
  const auto before = one.get(one.manager())["DateTime"];
  const auto refused = one.patch(one.manager(), {{"DateTime", "2031-01-01T00:00:00Z"}});
  BOOST_TEST(refused.status == 400U);
  BOOST_TEST(refused.body.find("while NTP is enabled") != std::string::npos);
  BOOST_TEST(one.get(one.manager())["DateTime"] == before);
  const auto place = one.get(one.manager())["NetworkProtocol"]["@odata.id"].get<std::string>();
  BOOST_TEST(one.get(place)["NTP"]["ProtocolEnabled"] == true);
}

BOOST_AUTO_TEST_CASE(further_interfaces_are_in_the_bmc_and_in_the_agents_inventory) {
  for (const auto* quirk : {"shared-mac", "odd-macs"}) {
    auto one = quirky(quirk, "lenovo");
    const auto extra = one.bmc.who().further_macs;
    std::set<std::string> shown;
    const auto members = one.get(one.system("/EthernetInterfaces"))["Members"];
    for (const auto& member : members)
      shown.insert(
          one.get(member["@odata.id"].get<std::string>())["MACAddress"].get<std::string>());
    BOOST_TEST(shown.size() == extra.size() + 2);
    const auto inventory =
        one.bmc.with_machine([](const auto& machine) { return simulator::inventory_of(machine); });
    for (const auto& mac : extra) {
      BOOST_TEST(shown.contains(mac));
      BOOST_TEST(to_text(inventory["interfaces"]).find(mac) != std::string::npos);
    }
  }
}

BOOST_AUTO_TEST_CASE(numbers_are_texts_and_optional_members_null) {
  auto texts = quirky("numbers-as-text");
  const auto system = texts.get(texts.system());
  BOOST_TEST(system["MemorySummary"]["TotalSystemMemoryGiB"] == "64");
  BOOST_TEST(system["ProcessorSummary"]["Count"] == "2");
  auto nulls = quirky("null-members");
  BOOST_TEST(nulls.get(nulls.system())["HostName"] == nullptr);
  BOOST_TEST(nulls.get(nulls.system())["PowerState"] == "Off");
}

BOOST_AUTO_TEST_CASE(drives_have_one_serial_number_and_a_stick_beside_them) {
  auto one = quirky("same-serials");
  const auto disks = one.bmc.with_machine(
      [](const auto& machine) { return simulator::inventory_of(machine)["disks"]; });
  std::set<std::string> serials;
  for (const auto& disk : disks) serials.insert(disk["serial"].get<std::string>());
  BOOST_TEST(serials.size() == 1U);
  BOOST_TEST(disks.back()["model"] == "Virtual Stick");
}

BOOST_AUTO_TEST_CASE(quirks_combine) {
  auto one = quirky(
      "broken-utf8,link-slash,system-id-dots,reset-then-500,paged-collections,two-managers,"
      "slow-eject,insert-task-fails,insert-connected",
      "hpe");
  const std::string system = "/redfish/v1/Systems/node..1.";
  auto answer = one.ask("GET", system);
  BOOST_TEST(answer.body.find('\xff') != std::string::npos);
  std::erase(answer.body, '\xff');
  const auto shown = body_of(answer);
  BOOST_TEST(shown["Links"]["ManagedBy"][0]["@odata.id"] == "/redfish/v1/Managers/HGX_BMC_0/");
  BOOST_TEST(shown["Bios"]["@odata.id"] == system + "/Bios/");
  const auto slot = one.manager("/VirtualMedia/2");
  BOOST_TEST(one.post(slot + combined_insert, combined_image).status == 500U);
  BOOST_TEST(one.post(slot + combined_eject, json::object()).status == 204U);
  BOOST_TEST(one.post(slot + combined_insert, combined_image).status == 202U);
  one.pass(4s);
  BOOST_TEST(one.post(slot + combined_insert, combined_image).status == 202U);
  one.pass(4s);
  BOOST_TEST(one.bmc.state()["media"]["2"] == combined_image["Image"]);
  BOOST_TEST(one.post(slot + combined_eject, json::object()).status == 202U);
  BOOST_TEST(one.bmc.state()["media"]["2"] == combined_image["Image"]);
  one.pass(7s);
  BOOST_TEST(one.bmc.state()["media"].empty());
  BOOST_TEST(one.post(system + "/Actions/ComputerSystem.Reset", {{"ResetType", "On"}}).status ==
             204U);
  BOOST_TEST(one.ask("GET", system).status == 500U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
