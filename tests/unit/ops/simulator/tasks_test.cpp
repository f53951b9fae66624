#include "bmc_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::test {

using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(simulated_tasks)

const std::string update = "/redfish/v1/UpdateService/Actions/UpdateService.SimpleUpdate";
const std::string tasks = "/redfish/v1/TaskService/Tasks/";

json volume_of(const bmc_fixture& one, std::initializer_list<int> drives) {
  json out{{"RAIDType", "RAID1"}, {"Links", {{"Drives", json::array()}}}};
  for (const auto drive : drives)
    out["Links"]["Drives"].push_back(
        {{"@odata.id", one.system("/Storage/RAID.1/Drives/Disk." + std::to_string(drive))}});
  return out;
}

BOOST_AUTO_TEST_CASE(bios_settings_wait_for_the_next_start) {
  bmc_fixture one{"openbmc"};
  const auto path = one.system("/Bios");
  const json wanted{{"Attributes", {{"ProcTurboMode", "Disabled"}}}};
  BOOST_TEST(one.patch(path + "/Settings", wanted).status == 204U);
  BOOST_TEST(one.get(path)["Attributes"]["ProcTurboMode"] == "Enabled");
  BOOST_TEST(one.get(path + "/Settings")["Attributes"]["ProcTurboMode"] == "Disabled");
  one.boot();
  BOOST_TEST(one.get(path)["Attributes"]["ProcTurboMode"] == "Disabled");
  BOOST_TEST(one.get(path + "/Settings")["Attributes"].empty());
  BOOST_TEST(one.post(path + "/Actions/Bios.ResetBios").status == 204U);
  one.post(one.system("/Actions/ComputerSystem.Reset"), {{"ResetType", "ForceRestart"}});
  BOOST_TEST(one.get(path)["Attributes"]["ProcTurboMode"] == "Enabled");
}

BOOST_AUTO_TEST_CASE(bios_settings_are_validated) {
  bmc_fixture one{"openbmc"};
  const auto path = one.system("/Bios/Settings");
  const auto judged = [&](const json& attributes) {
    return message_of(one.patch(path, {{"Attributes", attributes}}));
  };
  BOOST_TEST(judged({{"Unknown", "x"}}) == "PropertyUnknown");
  BOOST_TEST(judged({{"ProcTurboMode", "Perhaps"}}) == "PropertyValueNotInList");
  BOOST_TEST(judged({{"AcPwrRcvryUserDelay", "60"}}) == "PropertyValueTypeError");
  BOOST_TEST(judged({{"AcPwrRcvryUserDelay", 6}}) == "PropertyValueNotInList");
  BOOST_TEST(judged({{"SystemBiosVersion", "9"}}) == "PropertyNotWritable");
  BOOST_TEST(one.ask("PATCH", one.system("/Bios"), {{"Attributes", {}}}).status == 405U);
}

BOOST_AUTO_TEST_CASE(dell_creates_a_bios_job_and_rejects_a_second_one) {
  bmc_fixture one;
  const auto path = one.system("/Bios/Settings");
  const json wanted{{"Attributes", {{"ProcTurboMode", "Disabled"}}},
                    {"@Redfish.SettingsApplyTime", {{"ApplyTime", "OnReset"}}}};
  const auto accepted = one.patch(path, wanted);
  BOOST_TEST(accepted.status == 202U);
  const std::string job{http::find_header(accepted.headers, "Location")};
  BOOST_TEST(one.ask("GET", job).status == 404U);
  one.pass(1s);
  BOOST_TEST(one.get(job)["TaskState"] == "New");
  BOOST_TEST(one.get(one.system("/Bios"))["Attributes"]["ProcTurboMode"] == "Disabled");
  BOOST_TEST(message_of(one.patch(path, wanted)) == "SYS011");
  one.boot();
  BOOST_TEST(one.get(job)["TaskState"] == "Completed");
  one.pass(10min);
  BOOST_TEST(one.ask("GET", job).status == 404U);
}

BOOST_AUTO_TEST_CASE(volume_is_created_immediately_as_task_or_after_a_start) {
  bmc_fixture one;
  const auto path = one.system("/Storage/RAID.1/Volumes");
  auto wanted = volume_of(one, {0, 1});
  BOOST_TEST(one.post(path, wanted).status == 202U);
  BOOST_TEST(one.get(path)["Members@odata.count"] == 0);
  one.pass(10s);
  BOOST_TEST(one.get(path)["Members@odata.count"] == 1);
  wanted = volume_of(one, {2, 3});
  wanted["@Redfish.OperationApplyTime"] = "OnReset";
  BOOST_TEST(one.post(path, wanted).status == 202U);
  one.pass(1min);
  BOOST_TEST(one.get(path)["Members@odata.count"] == 1);
  one.boot();
  BOOST_TEST(one.get(path)["Members@odata.count"] == 2);
  const auto volume = one.get(path)["Members"][0]["@odata.id"].get<std::string>();
  BOOST_TEST(one.get(volume)["CapacityBytes"] == one.bmc.who().built_in.drive_bytes);
  BOOST_TEST(one.ask("DELETE", volume).status == 202U);
  one.pass(10s);
  BOOST_TEST(one.ask("GET", volume).status == 404U);
  bmc_fixture other{"supermicro"};
  const auto here = other.system("/Storage/RAID.1/Volumes");
  const auto made = other.post(here, volume_of(other, {0, 1}));
  BOOST_TEST(made.status == 201U);
  BOOST_TEST(body_of(made)["VolumeType"] == "Mirrored");
  BOOST_TEST(other.ask("DELETE", std::string{http::find_header(made.headers, "Location")}).status ==
             204U);
}

BOOST_AUTO_TEST_CASE(volume_requires_unused_drives) {
  bmc_fixture one;
  const auto path = one.system("/Storage/RAID.1/Volumes");
  BOOST_TEST(message_of(one.post(path, volume_of(one, {0}))) == "PropertyValueConflict");
  BOOST_TEST(message_of(one.post(path, volume_of(one, {0, 0}))) == "PropertyValueFormatError");
  BOOST_TEST(message_of(one.post(path, volume_of(one, {0, 9}))) == "PropertyValueFormatError");
  auto odd = volume_of(one, {0, 1});
  odd["Links"]["Drives"][0]["@odata.id"] = 1;
  BOOST_TEST(message_of(one.post(path, odd)) == "PropertyValueFormatError");
  auto large = volume_of(one, {0, 1});
  large["CapacityBytes"] = 2 * one.bmc.who().built_in.drive_bytes;
  BOOST_TEST(message_of(one.post(path, large)) == "PropertyValueOutOfRange");
  one.post(path, volume_of(one, {0, 1}));
  BOOST_TEST(message_of(one.post(path, volume_of(one, {1, 2}))) ==
             "ResourceInUse");  // about to be created
  one.pass(10s);
  BOOST_TEST(message_of(one.post(path, volume_of(one, {1, 2}))) == "ResourceInUse");
}

BOOST_AUTO_TEST_CASE(bios_firmware_is_written_at_the_next_start) {
  bmc_fixture one{"openbmc"};
  const auto accepted = one.post(update, {{"ImageURI", "http://192.0.2.1/bios-2.5.1.exe"}});
  BOOST_TEST(accepted.status == 202U);
  const std::string monitor{http::find_header(accepted.headers, "Location")};
  one.pass(1h);
  BOOST_TEST(one.ask("GET", monitor).status == 202U);
  one.boot();
  BOOST_TEST(one.ask("GET", monitor).status == 200U);
  BOOST_TEST(one.get(one.system())["BiosVersion"] == "2.5.1");
}

BOOST_AUTO_TEST_CASE(bmc_restarts_during_its_update) {
  bmc_fixture one;
  const auto opened = one.post("/redfish/v1/SessionService/Sessions",
                               {{"UserName", "root"}, {"Password", one.bmc.who().password}});
  const auto accepted = one.post(update, {{"ImageURI", "http://192.0.2.1/idrac-7.20.exe"}});
  const auto id = body_of(accepted)["Id"].get<std::string>();
  one.pass(10s);
  BOOST_TEST(one.get(tasks + id)["TaskState"] == "Running");
  BOOST_TEST(one.get(tasks + id)["PercentComplete"] == 33);
  one.pass(5s);
  http::request root{"GET", "/redfish/v1", {}, {}};
  BOOST_TEST((one.bmc.answer_to(root).how == simulator::delivery::none));
  one.pass(15s);
  BOOST_TEST(one.ask("GET", one.system(), nullptr, one.token(opened)).status == 401U);
  one.pass(15s);
  BOOST_TEST(one.get(tasks + id)["TaskState"] == "Completed");
  BOOST_TEST(one.get(one.manager())["FirmwareVersion"] == "7.20");
}

BOOST_AUTO_TEST_CASE(failed_task_changes_nothing) {
  simulator::scenario plan;
  plan.faults.push_back({.kind = simulator::fault_kind::task_failure,
                         .machine = {},
                         .profile = "dell",
                         .method = "POST",
                         .path = "*SimpleUpdate"});
  bmc_fixture one{"dell", plan};
  one.post(update, {{"ImageURI", "http://192.0.2.1/idrac-7.20.exe"}});
  one.pass(2min);
  const auto task = one.get(tasks + "1");
  BOOST_TEST(task["TaskState"] == "Exception");
  BOOST_TEST(task["TaskStatus"] == "Critical");
  BOOST_TEST(task["PercentComplete"] == 90);
  BOOST_TEST(one.get(one.manager())["FirmwareVersion"] == one.bmc.kind().bmc_version);
  BOOST_TEST(one.ask("DELETE", tasks + "1").status == 204U);
  BOOST_TEST(one.ask("GET", tasks + "1").status == 404U);
}

BOOST_AUTO_TEST_CASE(report_has_the_updates_and_the_versions) {
  bmc_fixture one{"dell"};
  const auto before = one.bmc.report();
  BOOST_TEST(before["update_count"] == 0U);
  BOOST_TEST(before["requests"] == 0U);
  BOOST_TEST(before["firmware"]["bmc"] == one.bmc.kind().bmc_version);
  one.post(update, {{"ImageURI", "http://192.0.2.1/bmc-7.20.exe"}});
  one.pass(2min);
  one.get(tasks + "1");
  const auto report = one.bmc.report();
  BOOST_TEST(report["update_count"] == 1U);
  BOOST_TEST(report["requests"] == 2U);
  BOOST_TEST(report["firmware"]["bmc"] == "7.20");
  BOOST_TEST(report["firmware"]["bios"] == before["firmware"]["bios"]);
}

BOOST_AUTO_TEST_CASE(supermicro_returns_the_task_in_the_body_only) {
  bmc_fixture one{"supermicro"};
  const auto accepted = one.post(update, {{"ImageURI", "http://192.0.2.1/bmc.bin"}});
  BOOST_TEST(http::find_header(accepted.headers, "Location").empty());
  BOOST_TEST(body_of(accepted)["@odata.id"] == tasks + "1");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
