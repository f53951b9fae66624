#include "bmc_fixture.hpp"
#include "ops/simulator/profile/profile.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::test {

using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(simulated_oem_services)

/// Path of an OEM service of the manager.
std::string oem_link(bmc_fixture& one, const std::string& name) {
  const auto link = one.get(one.manager())["Links"]["Oem"]["Dell"][name];
  return (link.is_array() ? link[0] : link)["@odata.id"];
}

std::string deletion(bmc_fixture& one) {
  return one.get(
      oem_link(one, "DellJobService"))["Actions"]["#DellJobService.DeleteJobQueue"]["target"];
}

BOOST_AUTO_TEST_CASE(only_profiles_with_oem_have_oem_services) {
  for (const auto& kind : simulator::profiles()) {
    bmc_fixture one{kind.name};
    BOOST_TEST(one.get(one.manager())["Links"].contains("Oem") == !kind.oem.empty());
    const auto queue = one.manager("/Oem/Dell/DellJobService");
    BOOST_TEST(one.ask("GET", queue).status == (kind.oem.empty() ? 404U : 200U));
  }
}

BOOST_AUTO_TEST_CASE(clearing_the_queue_deletes_waiting_jobs) {
  bmc_fixture one;
  const auto settings = one.system("/Bios/Settings");
  const json change{{"Attributes", {{"NumLock", "Off"}}}};
  BOOST_TEST(one.patch(settings, change).status == 202U);
  BOOST_TEST(message_of(one.patch(settings, change)) == "SYS011");
  BOOST_TEST(one.post(deletion(one), {{"JobID", "JID_CLEARALL"}}).status == 200U);
  BOOST_TEST(one.get("/redfish/v1/TaskService/Tasks")["Members"].empty());
  BOOST_TEST(one.get(settings)["Attributes"].empty());
  BOOST_TEST(one.patch(settings, change).status == 202U);
}

BOOST_AUTO_TEST_CASE(running_jobs_stay_in_the_queue) {
  bmc_fixture one;
  one.post("/redfish/v1/UpdateService/Actions/UpdateService.SimpleUpdate",
           {{"ImageURI", "http://192.0.2.1/idrac-7.20.exe"}});
  BOOST_TEST(one.post(deletion(one), {{"JobID", "JID_CLEARALL_FORCE"}}).status == 200U);
  BOOST_TEST(one.get("/redfish/v1/TaskService/Tasks")["Members"].size() == 1U);
}

BOOST_AUTO_TEST_CASE(only_known_job_ids_are_accepted) {
  bmc_fixture one;
  const auto target = deletion(one);
  BOOST_TEST(message_of(one.post(target)) == "ActionParameterMissing");
  BOOST_TEST(message_of(one.post(target, {{"JobID", "all"}})) == "ActionParameterValueNotInList");
  BOOST_TEST(message_of(one.post(target, {{"JobID", 1}})) == "ActionParameterValueTypeError");
  BOOST_TEST(message_of(one.post(target, {{"Job", "x"}})) == "ActionParameterUnknown");
  BOOST_TEST(one.ask("GET", target).status == 405U);
}

BOOST_AUTO_TEST_CASE(first_boot_device_applies_once_or_always) {
  for (const bool once : {true, false}) {
    bmc_fixture one;
    const auto attributes = oem_link(one, "DellAttributes");
    const json wanted{{"ServerBoot.1.BootOnce", once ? "Enabled" : "Disabled"},
                      {"ServerBoot.1.FirstBootDevice", "VCD-DVD"}};
    BOOST_TEST(one.patch(attributes, {{"Attributes", wanted}}).status == 204U);
    BOOST_TEST(one.get(attributes)["Attributes"] == wanted);
    one.post(one.system("/VirtualMedia/1/Actions/VirtualMedia.InsertMedia"),
             {{"Image", "http://192.0.2.1/a.iso"}});
    one.boot();
    BOOST_TEST(one.boots()["image"] == "http://192.0.2.1/a.iso");
    const auto left = one.get(attributes)["Attributes"]["ServerBoot.1.FirstBootDevice"];
    BOOST_TEST(left == (once ? "Normal" : "VCD-DVD"));
  }
}

BOOST_AUTO_TEST_CASE(attributes_are_validated) {
  bmc_fixture one;
  const auto attributes = oem_link(one, "DellAttributes");
  const auto refused = [&](json wanted) {
    return message_of(one.patch(attributes, {{"Attributes", std::move(wanted)}}));
  };
  BOOST_TEST(refused({{"ServerBoot.1.FirstBootDevice", "CD"}}) == "PropertyValueNotInList");
  BOOST_TEST(refused({{"ServerBoot.1.BootOnce", true}}) == "PropertyValueTypeError");
  BOOST_TEST(refused({{"ServerBoot.2.BootOnce", "Enabled"}}) == "PropertyUnknown");
  BOOST_TEST(message_of(one.patch(attributes, {{"Id", "x"}})) == "PropertyNotWritable");
}

BOOST_AUTO_TEST_CASE(bmc_accepts_only_its_own_reset_types) {
  bmc_fixture one;
  const auto target = one.manager("/Actions/Manager.Reset");
  BOOST_TEST(message_of(one.post(target, {{"ResetType", "ForceRestart"}})) ==
             "ActionParameterValueNotInList");
  BOOST_TEST(one.post(target, {{"ResetType", "GracefulRestart"}}).status == 204U);
  BOOST_TEST(one.ask("GET", one.manager()).status == 503U);
  one.pass(1min);
  BOOST_TEST(one.ask("GET", one.manager()).status == 200U);
}

BOOST_AUTO_TEST_CASE(switches_are_listed_by_port) {
  bmc_fixture one;
  const auto members = one.get(oem_link(one, "DellSwitchConnectionCollection"))["Members"];
  BOOST_TEST(members.size() == one.bmc.who().macs.size());
  BOOST_TEST(members[0]["FQDD"] == "NIC.1");
  BOOST_TEST(members[0]["SwitchPortConnectionID"] == "Ethernet1/1");
  BOOST_TEST(members[1]["SwitchConnectionID"] == "No Link");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
