#include "bmc_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>
#include <vector>

// Calls of a machine to its machine_backend, and its reactions to the body's reports.

namespace ironbus::test {

using namespace std::chrono_literals;

namespace {

const std::string reset = "/Actions/ComputerSystem.Reset";

struct recorded_body final : simulator::machine_backend {
  void start(simulator::start_request order) override {
    told.emplace_back("start");
    last = std::move(order);
  }
  void stop() override { told.emplace_back("stop"); }
  void request_end(bool to_restart) override { told.emplace_back(to_restart ? "restart" : "end"); }
  void change_medium(const std::string& slot, const std::optional<std::string>& image) override {
    told.push_back(slot + "=" + image.value_or("-"));
  }

  std::vector<std::string> told;
  simulator::start_request last;
};

struct embodied : bmc_fixture {
  embodied() {
    bmc.with_machine([this](auto& machine) { machine.attach(&body); });
  }

  /// Advances the clock past the boot, and reads the machine so that it notices.
  void boot() {
    bmc_fixture::boot();
    power();
  }
  void ask_for(const char* type) { post(system(reset), {{"ResetType", type}}); }
  void end(bool restarts) {
    bmc.with_machine([&](auto& machine) { machine.system_ended(body.last.run, restarts); });
    pass(1s);
  }
  json power() { return get(system())["PowerState"]; }

  recorded_body body;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(machine_with_a_body)

BOOST_AUTO_TEST_CASE(start_uses_current_settings) {
  embodied one;
  one.patch(one.system(), {{"Boot",
                            {{"BootSourceOverrideTarget", "UefiHttp"},
                             {"BootSourceOverrideEnabled", "Once"},
                             {"HttpBootUri", "http://192.0.2.1/loader.efi"}}}});
  one.boot();
  BOOST_TEST(one.body.told == (std::vector<std::string>{"start"}));
  BOOST_TEST(one.body.last.targets == (std::vector<std::string>{"UefiHttp", "Hdd", "Cd", "Pxe"}));
  BOOST_TEST(one.body.last.http_uri == "http://192.0.2.1/loader.efi");
  BOOST_TEST(!one.body.last.legacy);
  BOOST_TEST(one.power() == "On");
}

BOOST_AUTO_TEST_CASE(one_time_override_applies_to_next_start_only) {
  embodied one;
  one.patch(one.system(), {{"Boot",
                            {{"BootSourceOverrideTarget", "Pxe"},
                             {"BootSourceOverrideEnabled", "Once"},
                             {"BootSourceOverrideMode", "Legacy"}}}});
  one.boot();
  BOOST_TEST(one.body.last.targets.front() == "Pxe");
  one.ask_for("ForceRestart");
  one.pass(1min);
  BOOST_TEST(one.power() == "On");
  BOOST_TEST(one.body.told.size() == 2U);
  BOOST_TEST(one.body.last.targets == simulator::usual_boot_order());
  BOOST_TEST(one.body.last.legacy);
}

BOOST_AUTO_TEST_CASE(forced_off_stops_and_graceful_shutdown_asks) {
  embodied one;
  one.boot();
  one.ask_for("GracefulShutdown");
  one.pass(1min);
  BOOST_TEST(one.power() == "On");  // the system has not reacted yet
  one.ask_for("GracefulRestart");
  one.ask_for("ForceOff");
  one.pass(1min);
  BOOST_TEST(one.power() == "Off");
  BOOST_TEST(one.body.told == (std::vector<std::string>{"start", "end", "restart", "stop"}));
}

BOOST_AUTO_TEST_CASE(ended_system_leaves_machine_off) {
  embodied one;
  one.boot();
  one.end(false);
  BOOST_TEST(one.power() == "Off");
}

BOOST_AUTO_TEST_CASE(restarted_system_uses_settings_of_that_moment) {
  embodied one;
  one.boot();
  const auto first = one.body.last.run;
  one.patch(
      one.system(),
      {{"Boot", {{"BootSourceOverrideTarget", "Cd"}, {"BootSourceOverrideEnabled", "Once"}}}});
  one.end(true);
  one.pass(1min);
  BOOST_TEST(one.power() == "On");
  BOOST_TEST(one.body.told.back() == "start");
  BOOST_TEST(one.body.last.targets.front() == "Cd");
  BOOST_TEST(one.body.last.run != first);
}

BOOST_AUTO_TEST_CASE(report_of_earlier_start_is_ignored) {
  embodied one;
  one.boot();
  const auto first = one.body.last.run;
  one.ask_for("ForceRestart");
  one.pass(1min);
  BOOST_TEST(one.power() == "On");
  one.bmc.with_machine([&](auto& machine) { machine.system_ended(first, false); });
  one.pass(1min);
  BOOST_TEST(one.power() == "On");
}

BOOST_AUTO_TEST_CASE(media_changes_are_passed_on) {
  embodied one;
  const auto slot = one.system("/VirtualMedia/1");
  one.post(slot + "/Actions/VirtualMedia.InsertMedia", {{"Image", "http://192.0.2.1/a.iso"}});
  one.post(slot + "/Actions/VirtualMedia.EjectMedia");
  one.post(slot + "/Actions/VirtualMedia.EjectMedia");  // rejected: the slot is empty
  BOOST_TEST(one.body.told == (std::vector<std::string>{"1=http://192.0.2.1/a.iso", "1=-"}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
