#include "actors/node/planning/boot_device.hpp"

#include "tests/support/node_fixture/agent_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace ironbus;
using namespace ironbus::test;

namespace {

using names = std::vector<std::string>;

const char* const device_step = "management.set_boot_device";

node_fixture booting_by_network(json fields = json::object()) {
  fields["deploy_interface"] = "direct";
  fields["boot_interface"] = "network";
  node_fixture n{std::move(fields)};
  n.order("manage");
  n.run();
  n.asked();
  return n;
}

/// Ends steps until the boot device is set; returns the device.
json next_boot_device(node_fixture& fixture) {
  for (int i = 0; i < 50; ++i) {
    if (!fixture.is_out()) boots(fixture);
    const auto what = fixture.request().what;
    fixture.done();
    if (what.interface + "." + what.name == device_step) return what.args;
  }
  return nullptr;
}

/// Its agent was lost during a cleaning.
node_fixture losing_its_agent() {
  auto n = booting_by_network();
  n.order("provide");
  while (n.is_out()) n.done();
  boots(n);
  answer_with(n, offers({{"deploy", {erase(10)}}}));
  n.asked();
  auto gone = ended(step_status::interrupted, "it cannot be reached");
  gone.agent_gone = true;
  n.answer(gone);
  return n;
}

json boots_from(const char* device, bool persistent) {
  return {{"device", device}, {"persistent", persistent}};
}

/// The worker dies during the machine's restart.
void restart_is_prepared_again(node_fixture& fixture) {
  fixture.answer(step_status::interrupted, "its worker died");
  BOOST_TEST(fixture.request().what.args.value("target", "") == "power off");
  fixture.done();
  BOOST_TEST(fixture.request().what.name == "set_boot_device");
  BOOST_TEST(fixture.request().what.args == boots_from("pxe", false));
  fixture.done();
  BOOST_TEST(fixture.request().what.args.value("target", "") == "rebooting");
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_boot_device_is_set_before_the_ramdisk_boots) {
  auto n = booting_by_network();
  n.order("provide");
  while (n.is_out()) n.done();
  BOOST_TEST(n.asked() == (names{"deploy.prepare_cleaning", "boot.prepare_ramdisk", device_step,
                                 "power.set_power_state"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_ramdisk_is_booted_once_and_then_the_disk) {
  auto n = booting_by_network();
  n.order("provide");
  BOOST_TEST(next_boot_device(n) == boots_from("pxe", false));
  while (n.state() != "available") n.is_out() ? n.done() : boots(n);
  n.order("active");
  BOOST_TEST(next_boot_device(n) == boots_from("pxe", false));
  BOOST_TEST(next_boot_device(n) == boots_from("disk", true));
  const auto& ledger = n.now().current->ledger;
  const auto entry = std::find_if(ledger.begin(), ledger.end(), [](const ledger_entry& x) {
    return x.name == "set_boot_device" && x.status == "done";
  });
  BOOST_TEST((entry != ledger.end()));
}

BOOST_AUTO_TEST_CASE(the_node_decides_whether_the_device_is_persistent) {
  struct row {
    json value;
    bool ramdisk;
    bool disk;
  };
  for (const auto& [value, ramdisk, disk] :
       {row{"Always", true, true}, row{"true", true, true}, row{"Yes", true, true},
        row{true, true, true}, row{"Never", false, false}, row{"Default", false, true},
        row{"false", false, true}, row{false, false, true}}) {
    auto n = booting_by_network({{"driver_info", {{"force_persistent_boot_device", value}}}});
    n.edit().attributes.state = provision_state::available;
    n.order("active");
    BOOST_TEST(next_boot_device(n) == boots_from("pxe", ramdisk), value);
    BOOST_TEST(next_boot_device(n) == boots_from("disk", disk), value);
  }
}

BOOST_AUTO_TEST_CASE(an_adoption_sets_no_boot_device) {
  auto n = booting_by_network();
  n.order("adopt");
  n.run();
  BOOST_TEST(n.state() == "active");
  BOOST_TEST(n.asked() == (names{"deploy.prepare", "deploy.take_over", "boot.prepare_instance"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_interface_without_boot_devices_is_skipped) {
  auto n = booting_by_network({{"management_interface", "noop"}});
  n.order("provide");
  while (n.state() != "available") n.is_out() ? n.done() : boots(n);
  const auto asked = n.asked();
  BOOST_TEST(std::count(asked.begin(), asked.end(), "boot.prepare_ramdisk") == 1);
  BOOST_TEST(std::count(asked.begin(), asked.end(), device_step) == 0);
}

BOOST_AUTO_TEST_CASE(a_repeated_boot_of_the_ramdisk_is_prepared_again) {
  auto n = losing_its_agent();
  while (n.is_out()) n.done();
  BOOST_TEST(n.asked() == (names{"boot.prepare_ramdisk", device_step, "power.set_power_state"}),
             boost::test_tools::per_element());
  boots(n);
  BOOST_TEST(n.request().what.name == "erase_devices");
  n.run();
  BOOST_TEST(n.state() == "available");
}

BOOST_AUTO_TEST_CASE(a_restart_is_repeated_only_with_its_boot_device) {
  auto n = booting_by_network();
  n.order("provide");
  while (n.request().what.name != "set_power_state") n.done();
  n.asked();
  for (int i = 0; i < 12; ++i) {  // more often than other steps are repeated
    restart_is_prepared_again(n);
  }
  n.done();
  boots(n);
  n.run();
  BOOST_TEST(n.state() == "available");
}

BOOST_AUTO_TEST_CASE(a_machine_that_must_stay_on_stays_on_for_that) {
  auto n = booting_by_network({{"disable_power_off", true}});
  n.order("provide");
  while (n.request().what.name != "set_power_state") n.done();
  n.answer(step_status::interrupted, "its worker died");
  BOOST_TEST(n.request().what.name == "set_boot_device");
}

BOOST_AUTO_TEST_CASE(a_restart_for_a_lost_agent_sets_the_device_again) {
  auto n = losing_its_agent();
  while (n.request().what.name != "set_power_state") n.done();
  restart_is_prepared_again(n);
  n.done();
  boots(n);
  n.run();
  BOOST_TEST(n.state() == "available");
}

BOOST_AUTO_TEST_CASE(a_failure_to_set_the_device_fails_the_workflow) {
  auto n = booting_by_network();
  n.order("provide");
  while (n.request().what.name != "set_boot_device") n.done();
  n.answer(step_status::failed, "the BMC does not know pxe");
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().attributes.last_error->find("the BMC does not know pxe") != std::string::npos);
}

// -- instances that run live ----------------------------------------------------------------------

namespace {

node_fixture running_live(json fields = json::object()) {
  fields["deploy_interface"] = "ramdisk";
  fields["boot_interface"] = fields.value("boot_interface", "network");
  if (!fields.contains("instance_info")) fields["instance_info"] = {{"boot_iso", "http://h/a.iso"}};
  node_fixture n{std::move(fields)};
  n.order("manage");
  n.run();
  n.edit().attributes.state = provision_state::available;
  n.asked();
  return n;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_instance_that_runs_live_is_deployed_by_booting_it) {
  auto n = running_live();
  n.order("active");
  json told;
  while (n.is_out()) {
    const auto what = n.request().what;
    if (what.name == "prepare_instance") told = what.args;
    if (what.name == "set_boot_device") BOOST_TEST(what.args == boots_from("pxe", true));
    n.done();
  }
  BOOST_TEST(n.state() == "active");
  BOOST_TEST(told == (json{{"live", true}}));
  BOOST_TEST(n.asked() == (names{"deploy.prepare", "deploy.deploy", "power.set_power_state",
                                 "boot.prepare_instance", device_step, "power.set_power_state"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_machine_that_stays_on_is_restarted_into_its_live_instance) {
  auto n = running_live({{"disable_power_off", true}});
  n.order("active");
  while (n.is_out()) n.done();
  BOOST_TEST(n.state() == "active");
  BOOST_TEST(n.asked() == (names{"deploy.prepare", "deploy.deploy", "boot.prepare_instance",
                                 device_step, "power.set_power_state"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_instance_on_a_disk_is_not_live) {
  auto n = booting_by_network();
  n.edit().attributes.state = provision_state::available;
  n.order("active");
  bool seen = false;
  for (int i = 0; i < 50 && n.state() != "active"; ++i) {
    if (!n.is_out()) boots(n);
    if (n.request().what.name == "prepare_instance") {
      seen = true;
      BOOST_TEST(n.request().what.args == json::object());
    }
    n.done();
  }
  BOOST_TEST(seen);
}

BOOST_AUTO_TEST_CASE(a_live_instance_needs_an_image_and_an_interface_that_boots_it) {
  struct row {
    const char* boot;
    json instance;
    std::string expected;
  };
  for (const auto& [boot, instance, expected] :
       {row{"network", json::object(), "lacks boot_iso"},
        row{"fake",
            {{"boot_iso", "http://h/a.iso"}},
            "The boot_interface 'fake' cannot boot an instance"},
        row{"media", {{"boot_iso", "http://h/a.iso"}}, "allowed: network"}}) {
    auto n = running_live({{"boot_interface", boot}, {"instance_info", instance}});
    const auto answer = n.order("active");
    BOOST_TEST(n.state() == "available");
    BOOST_REQUIRE(answer.refused.has_value());
    BOOST_TEST(answer.refused->message.find(expected) != std::string::npos,
               answer.refused->message);
  }
}

BOOST_AUTO_TEST_CASE(no_step_of_an_agent_takes_part_in_a_live_deployment) {
  auto n = running_live();
  const json step{{"interface", "deploy"}, {"step", "write_something"}, {"priority", 50}};
  const auto answer = n.order("active", {{"deploy_steps", json::array({step})}});
  BOOST_TEST(n.state() == "available");
  BOOST_REQUIRE(answer.refused.has_value());
  BOOST_TEST(answer.refused->message.find("does not support step deploy.write_something") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(without_http_boot_the_machine_boots_from_the_network) {
  const auto told = [](std::vector<std::string> known, const char* device) {
    interface_implementation management;
    management.boot_devices = std::move(known);
    step out;
    out.interface = "management";
    out.name = "set_boot_device";
    out.args = boots_from(device, false);
    choose_known_device(out, management);
    return out.args.value("device", "");
  };
  BOOST_TEST(told({"pxe", "disk"}, "uefihttp") == "pxe");
  BOOST_TEST(told({"pxe", "uefihttp"}, "uefihttp") == "uefihttp");
  BOOST_TEST(told({"disk"}, "uefihttp") == "uefihttp");  // the interface rejects that itself
  BOOST_TEST(told({"pxe"}, "cdrom") == "cdrom");
}
