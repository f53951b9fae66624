#include "tests/unit/drivers/ipmi/ipmi_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

using texts = std::vector<std::string>;

step_outcome set_power(ipmi_fixture& bmc, const std::string& target) {
  return bmc.run("power", "set_power_state", {{"target", target}});
}

/// The commands of the last step that change something.
texts orders(const ipmi_fixture& bmc) {
  texts out;
  for (const auto& command : bmc.commands())
    if (command != "power status" && command != "chassis bootparam get 5") out.push_back(command);
  return out;
}

struct power_case {
  const char* before;
  const char* target;
  texts orders;
  const char* after;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(steps_of_ipmi)

BOOST_AUTO_TEST_CASE(sends_only_the_necessary_power_commands) {
  const std::vector<power_case> cases{
      {"off", "power on", {"power on"}, "power on"},
      {"on", "power on", {}, "power on"},
      {"on", "power off", {"power off"}, "power off"},
      {"on", "soft power off", {"power soft"}, "power off"},
      {"off", "soft power off", {}, "power off"},
      {"on", "rebooting", {"power off", "power on"}, "power on"},
      {"off", "rebooting", {"power on"}, "power on"},
      {"on", "soft rebooting", {"power soft", "power on"}, "power on"},
  };
  for (const auto& row : cases) BOOST_TEST_CONTEXT(row.before << " " << row.target) {
      ipmi_fixture bmc;
      bmc.set("power", row.before);
      const auto end = set_power(bmc, row.target);
      BOOST_TEST(to_string(end.status) == "done", end.reason);
      BOOST_TEST(to_string(end.observed.power_state.value()) == row.after);
      BOOST_TEST(orders(bmc) == row.orders, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(resets_a_machine_that_must_not_be_powered_off) {
  ipmi_fixture bmc;
  bmc.set("power", "on");
  bmc.node.disable_power_off = true;
  const auto rebooted = set_power(bmc, "rebooting");
  BOOST_TEST(to_string(rebooted.status) == "done", rebooted.reason);
  BOOST_TEST(orders(bmc) == texts{"power reset"}, boost::test_tools::per_element());
  for (const char* target : {"power off", "soft power off", "soft rebooting"}) {
    const auto end = set_power(bmc, target);
    BOOST_TEST(to_string(end.why) == "invalid");
    BOOST_TEST(holds(end.reason, "disable_power_off"), end.reason);
  }
  bmc.set("power", "off");
  BOOST_TEST(to_string(set_power(bmc, "rebooting").status) == "done");
  BOOST_TEST(orders(bmc).back() == "power on");
}

BOOST_AUTO_TEST_CASE(fails_if_the_machine_does_not_change_in_time) {
  ipmi_fixture bmc;
  bmc.set("stuck", "yes");
  const auto end = bmc.run("power", "set_power_state", {{"target", "power on"}, {"timeout", 1}});
  BOOST_TEST(to_string(end.status) == "failed");
  BOOST_TEST(holds(end.reason, "did not reach 'power on' in time. It still reports 'power off'"),
             end.reason);
}

BOOST_AUTO_TEST_CASE(reads_the_power_state_after_a_workers_death) {
  ipmi_fixture bmc;
  bmc.set("power", "on");
  const auto on = bmc.recover(bmc.request("power", "set_power_state", {{"target", "power on"}}));
  BOOST_TEST(to_string(on.value().observed.power_state.value()) == "power on");
  for (const char* target : {"power off", "rebooting", "nonsense"})
    BOOST_TEST(!bmc.recover(bmc.request("power", "set_power_state", {{"target", target}})));
  BOOST_TEST(orders(bmc).empty());
  auto once = bmc.request("management", "inject_nmi");
  once.what.repeatable = false;
  BOOST_TEST(to_string(bmc.recover(once).value().status) == "interrupted");
}

BOOST_AUTO_TEST_CASE(the_boot_mode_decides_how_a_device_is_set) {
  ipmi_fixture bmc;
  bmc.run("management", "set_boot_device", {{"device", "disk"}, {"persistent", true}});
  BOOST_TEST(bmc.get("boot") == "0xe0 0x08");
  bmc.node.properties = {{"capabilities", "boot_mode:bios"}, {"vendor", "supermicro"}};
  bmc.run("management", "set_boot_device", {{"device", "disk"}});
  BOOST_TEST(bmc.get("boot") == "0x80 0x08");
  bmc.node.instance_info = {{"capabilities", {{"boot_mode", "uefi"}}}};
  bmc.run("management", "set_boot_device", {{"device", "disk"}});
  BOOST_TEST(bmc.get("boot") == "0xa0 0x24");
  const auto read = bmc.run("management", "get_boot_device").answer;
  BOOST_TEST(read == json({{"boot_device", "disk"}, {"persistent", false}}));
  const auto refused = bmc.run("management", "set_boot_device", {{"device", "floppy"}});
  BOOST_TEST(refused.reason ==
             "The boot device 'floppy' is not supported; allowed: pxe, disk, cdrom, bios, safe.");
}

BOOST_AUTO_TEST_CASE(a_rejected_device_is_a_failure_although_ipmitool_succeeds) {
  ipmi_fixture bmc;
  bmc.node.properties = {{"capabilities", "boot_mode:bios"}};
  bmc.set("no_device", "yes");
  const auto end = bmc.run("management", "set_boot_device", {{"device", "pxe"}});
  BOOST_TEST(to_string(end.status) == "failed");
  BOOST_TEST(holds(end.reason, "Set Chassis Boot Parameter 5 failed"), end.reason);
}

BOOST_AUTO_TEST_CASE(disables_the_boot_timeout_unless_configured_or_unsupported) {
  ipmi_fixture bmc;
  const texts keep{"raw 0x00 0x08 0x03 0x08"};
  bmc.node.properties = {{"capabilities", "boot_mode:bios"}};
  bmc.set("fault", "1\nUnable to send RAW command: Invalid data field in request");
  const auto end = bmc.run("management", "set_boot_device", {{"device", "pxe"}});
  BOOST_TEST(to_string(end.status) == "done", end.reason);
  BOOST_TEST(orders(bmc) == (texts{keep[0], "chassis bootdev pxe"}),
             boost::test_tools::per_element());
  bmc.node.driver_info.edit()["ipmi_disable_boot_timeout"] = "false";
  bmc.run("management", "set_boot_device", {{"device", "pxe"}});
  BOOST_TEST(orders(bmc).size() == 3U);
}

BOOST_AUTO_TEST_CASE(sets_a_forgotten_device_before_each_boot) {
  ipmi_fixture bmc;
  bmc.node.driver_info.edit()["ipmi_force_boot_device"] = true;
  const auto learn = [&bmc](const step_outcome& end) {
    BOOST_TEST(to_string(end.status) == "done", end.reason);
    bmc.node.driver_internal_info.edit().merge_patch(end.observed.driver_internal_info);
  };
  learn(bmc.run("management", "set_boot_device", {{"device", "disk"}, {"persistent", true}}));
  BOOST_TEST(bmc.get("boot") == "0xa0 0x08");  // once, as it would be forgotten anyway
  BOOST_TEST(bmc.run("management", "get_boot_device").answer ==
             json({{"boot_device", "disk"}, {"persistent", true}}));
  bmc.set("boot", "0x00 0x00");
  bmc.set("fault_of", "power on");
  bmc.set("fault", "1\nSet failed: Invalid command");  // so that the device is still set afterwards
  BOOST_TEST(to_string(set_power(bmc, "power on").status) == "failed");
  BOOST_TEST(bmc.get("boot") == "0xa0 0x08");
  // One boot from another device in between.
  learn(bmc.run("management", "set_boot_device", {{"device", "pxe"}}));
  const auto before = bmc.commands().size();
  learn(set_power(bmc, "power on"));
  BOOST_TEST(bmc.commands().size() - before == 3U);  // status, on, status
  learn(set_power(bmc, "rebooting"));
  BOOST_TEST(bmc.run("management", "get_boot_device").answer.at("boot_device") == "disk");
}

BOOST_AUTO_TEST_CASE(returns_sensors_and_vendor) {
  ipmi_fixture bmc;
  const auto sensors = bmc.run("management", "get_sensors_data").answer;
  BOOST_TEST(sensors.at("Temperature").at("CPU Temp (0x1)").at("Status") == "ok");
  BOOST_TEST(bmc.run("management", "detect_vendor").observed.properties.at("vendor") ==
             "super micro computer inc.");
}

BOOST_AUTO_TEST_CASE(raw_bytes_are_only_bytes) {
  ipmi_fixture bmc;
  BOOST_TEST(to_string(bmc.run("vendor", "send_raw", {{"raw_bytes", " 0x06  0x01 "}}).status) ==
             "done");
  BOOST_TEST(bmc.commands() == texts{"raw 0x06 0x01"}, boost::test_tools::per_element());
  for (const json& bytes : {json("0x06"), json(""), json("0x06 -v"), json("0x06 0x100"), json(6),
                            json("a b"), json("6 256")}) {
    const auto end = bmc.run("vendor", "send_raw", {{"raw_bytes", bytes}});
    BOOST_TEST(to_string(end.why) == "invalid");
    BOOST_TEST(holds(end.reason, "'raw_bytes'"), end.reason);
  }
}

BOOST_AUTO_TEST_CASE(resets_a_bmc_warm_unless_cold_is_requested) {
  ipmi_fixture bmc;
  bmc.run("vendor", "bmc_reset");
  bmc.run("vendor", "bmc_reset", {{"warm", "false"}});
  BOOST_TEST(bmc.commands() == (texts{"bmc reset warm", "bmc reset cold"}),
             boost::test_tools::per_element());
  BOOST_TEST(to_string(bmc.run("vendor", "bmc_reset", {{"warm", "hot"}}).why) == "invalid");
}

BOOST_AUTO_TEST_CASE(rejects_invalid_nodes_before_any_call) {
  ipmi_fixture bmc;
  bmc.node.driver_info = {{"ipmi_address", "-x"}};
  const auto end = bmc.run("power", "get_power_state");
  BOOST_TEST(to_string(end.why) == "invalid");
  BOOST_TEST(holds(end.reason, "driver_info.ipmi_address"), end.reason);
  BOOST_TEST(bmc.commands().empty());
}

BOOST_AUTO_TEST_SUITE_END()
