#include "bmc_fixture.hpp"
#include "ops/simulator/ramdisk/stock_agent.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

namespace ironbus::test {

using namespace std::chrono_literals;
using simulator::boot_source;
using simulator::machine_state;

BOOST_AUTO_TEST_SUITE(simulated_ramdisk)

const std::string restart = "/Actions/ComputerSystem.Reset";

simulator::booted runs(bmc_fixture& one) {
  return one.bmc.with_machine([](const machine_state& machine) { return machine.runs(); });
}

unsigned run_of(bmc_fixture& one) {
  return one.bmc.with_machine([](const machine_state& machine) { return machine.run(); });
}

void empty_disk(bmc_fixture& one) {
  one.bmc.with_machine([](machine_state& machine) { machine.disk_boots = false; });
}

json inventory(bmc_fixture& one) {
  return one.bmc.with_machine([](const machine_state& machine) { return inventory_of(machine); });
}

BOOST_AUTO_TEST_CASE(running_system_has_a_source) {
  bmc_fixture one;
  BOOST_TEST((runs(one).source == boot_source::nothing));
  one.boot();
  BOOST_TEST((runs(one).source == boot_source::disk));
  one.patch(
      one.system(),
      {{"Boot", {{"BootSourceOverrideTarget", "Pxe"}, {"BootSourceOverrideEnabled", "Once"}}}});
  one.post(one.system(restart), {{"ResetType", "ForceRestart"}});
  one.pass(1min);
  BOOST_TEST((runs(one).source == boot_source::network));
  one.patch(one.system(),
            {{"Boot",
              {{"BootSourceOverrideTarget", "BiosSetup"}, {"BootSourceOverrideEnabled", "Once"}}}});
  one.post(one.system(restart), {{"ResetType", "ForceRestart"}});
  one.pass(1min);
  BOOST_TEST((runs(one).source == boot_source::firmware));
}

BOOST_AUTO_TEST_CASE(http_boot_without_uri_uses_the_network) {
  bmc_fixture one;
  one.patch(one.system(),
            {{"Boot",
              {{"BootSourceOverrideTarget", "UefiHttp"}, {"BootSourceOverrideEnabled", "Once"}}}});
  one.boot();
  BOOST_TEST((runs(one).source == boot_source::network));
  BOOST_TEST(runs(one).device == "UefiHttp");
}

BOOST_AUTO_TEST_CASE(inserted_image_boots_if_the_disk_is_empty) {
  bmc_fixture one;
  empty_disk(one);
  one.post(one.system("/VirtualMedia/1/Actions/VirtualMedia.InsertMedia"),
           {{"Image", "http://192.0.2.1/boot.iso"}});
  one.boot();
  BOOST_TEST((runs(one).source == boot_source::image));
  BOOST_TEST(runs(one).image == "http://192.0.2.1/boot.iso");
}

BOOST_AUTO_TEST_CASE(without_network_boot_the_next_source_is_tried) {
  simulator::scenario plan;
  plan.boot_order = {"Pxe", "Hdd"};
  bmc_fixture one{"dell", plan};
  one.boot();
  BOOST_TEST((runs(one).source == boot_source::network));
  const auto run = run_of(one);
  one.bmc.with_machine([run](machine_state& machine) { machine.boot_next(run); });
  BOOST_TEST((runs(one).source == boot_source::disk));
  BOOST_TEST(run_of(one) != run);
}

BOOST_AUTO_TEST_CASE(useless_override_falls_back_to_the_boot_order) {
  bmc_fixture one;
  empty_disk(one);
  one.patch(one.system(),
            {{"Boot",
              {{"BootSourceOverrideTarget", "Pxe"}, {"BootSourceOverrideEnabled", "Continuous"}}}});
  one.boot();
  const auto run = run_of(one);
  one.bmc.with_machine([run](machine_state& machine) { machine.boot_next(run); });
  BOOST_TEST((runs(one).source == boot_source::nothing));
  BOOST_TEST(runs(one).device.empty());
}

BOOST_AUTO_TEST_CASE(report_of_earlier_run_is_ignored) {
  bmc_fixture one;
  one.patch(one.system(),
            {{"Boot",
              {{"BootSourceOverrideTarget", "Pxe"}, {"BootSourceOverrideEnabled", "Continuous"}}}});
  one.boot();
  const auto run = run_of(one);
  one.post(one.system(restart), {{"ResetType", "ForceRestart"}});
  one.bmc.with_machine([run](machine_state& machine) { machine.boot_next(run); });
  BOOST_TEST((runs(one).source == boot_source::nothing));
  one.pass(1min);
  BOOST_TEST((runs(one).source == boot_source::network));
}

BOOST_AUTO_TEST_CASE(machine_reports_its_next_event) {
  bmc_fixture one;
  const auto due = [&one] {
    return one.bmc.with_machine([](const machine_state& machine) { return machine.next_due(); });
  };
  BOOST_TEST(!due().has_value());
  one.post(one.system(restart), {{"ResetType", "On"}});
  BOOST_TEST_REQUIRE(due().has_value());
  BOOST_TEST((*due() == one.time.moment + simulator::timing{}.power_on));
  one.pass(2min);
  BOOST_TEST(!due().has_value());
}

BOOST_AUTO_TEST_CASE(agent_inventory_matches_the_bmc) {
  bmc_fixture one;
  const auto found = inventory(one);
  const auto system = one.get(one.system());
  BOOST_TEST(found["system_vendor"]["serial_number"] == system["SerialNumber"]);
  BOOST_TEST(found["system_vendor"]["manufacturer"] == system["Manufacturer"]);
  BOOST_TEST(found["system_vendor"]["product_name"] == system["Model"]);
  BOOST_TEST(found["system_vendor"]["firmware"]["version"] == system["BiosVersion"]);
  const auto gib = system["MemorySummary"]["TotalSystemMemoryGiB"].get<int64_t>();
  BOOST_TEST(found["memory"]["physical_mb"] == gib * 1'024);
  int threads = 0;
  const auto processors = one.get(one.system("/Processors"));
  for (const auto& link : processors["Members"])
    threads += one.get(link["@odata.id"])["TotalThreads"].get<int>();
  BOOST_TEST(found["cpu"]["count"] == threads);
  const auto nic = one.get(one.system("/EthernetInterfaces/NIC.2"));
  BOOST_TEST(found["interfaces"][1]["mac_address"] == nic["MACAddress"]);
  BOOST_TEST(found["interfaces"][1]["speed_mbps"] == nic["SpeedMbps"]);
}

BOOST_AUTO_TEST_CASE(agent_sees_volumes_instead_of_their_drives) {
  bmc_fixture one{"supermicro"};
  const auto drives = one.get(one.system("/Storage/RAID.1"))["Drives"];
  BOOST_TEST(inventory(one)["disks"].size() == drives.size());
  const auto drive = one.get(drives[3]["@odata.id"]);
  BOOST_TEST(inventory(one)["disks"][3]["serial"] == drive["SerialNumber"]);
  BOOST_TEST(inventory(one)["disks"][3]["size"] == drive["CapacityBytes"]);
  const auto made = one.post(
      one.system("/Storage/RAID.1/Volumes"),
      {{"RAIDType", "RAID1"}, {"Links", {{"Drives", json::array({drives[0], drives[1]})}}}});
  BOOST_TEST(made.status == 201U);
  const auto disks = inventory(one)["disks"];
  BOOST_TEST(disks.size() == drives.size() - 1);
  BOOST_TEST(disks[0]["size"] == body_of(made)["CapacityBytes"]);
  BOOST_TEST(disks[1]["serial"] == one.get(drives[2]["@odata.id"])["SerialNumber"]);
}

BOOST_AUTO_TEST_CASE(agent_offers_the_stock_steps) {
  simulator::timing speed;
  speed.agent_step = 7s;
  const auto steps = simulator::stock_steps(speed);
  const auto& clean = steps.at("clean");
  BOOST_TEST((*clean[0].declaration)["step"] == "erase_devices_metadata");
  BOOST_TEST((*clean[0].declaration)["priority"] == 99);
  BOOST_TEST((clean[0].takes == 7s));
  for (const auto& step : steps.at("deploy")) BOOST_TEST((*step.declaration)["priority"] == 0);
  BOOST_TEST(steps.at("service").size() == 10U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
