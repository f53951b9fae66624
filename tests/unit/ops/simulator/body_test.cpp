#include "bmc_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>
#include <vector>

// What a machine tells a body that runs its system, and what it makes of what it hears.

namespace ironbus::test {

using namespace std::chrono_literals;

namespace {

const std::string reset = "/Actions/ComputerSystem.Reset";

struct recorded_body final : simulator::machine_body {
  void start(simulator::start_order order) override {
    told.emplace_back("start");
    last = std::move(order);
  }
  void stop() override { told.emplace_back("stop"); }
  void ask_to_end(bool anew) override { told.emplace_back(anew ? "begin anew" : "end"); }
  void change_medium(const std::string& slot, const std::optional<std::string>& image) override {
    told.push_back(slot + "=" + image.value_or("-"));
  }

  std::vector<std::string> told;
  simulator::start_order last;
};

struct embodied : bmc_fixture {
  embodied() {
    bmc.with_machine([this](auto& machine) { machine.attach(&body); });
  }

  /// And looks, as it does by then what it does only when somebody looks.
  void boot() {
    bmc_fixture::boot();
    power();
  }
  void ask_for(const char* type) { post(system(reset), {{"ResetType", type}}); }
  void end(bool anew) {
    bmc.with_machine([&](auto& machine) { machine.system_ended(body.last.run, anew); });
    pass(1s);
  }
  json power() { return get(system())["PowerState"]; }

  recorded_body body;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(machine_with_a_body)

BOOST_AUTO_TEST_CASE(it_starts_by_what_is_set_then) {
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

BOOST_AUTO_TEST_CASE(an_override_for_once_is_for_the_next_start_alone) {
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

BOOST_AUTO_TEST_CASE(power_is_cut_and_a_system_is_asked) {
  embodied one;
  one.boot();
  one.ask_for("GracefulShutdown");
  one.pass(1min);
  BOOST_TEST(one.power() == "On");  // it has not listened yet
  one.ask_for("GracefulRestart");
  one.ask_for("ForceOff");
  one.pass(1min);
  BOOST_TEST(one.power() == "Off");
  BOOST_TEST(one.body.told == (std::vector<std::string>{"start", "end", "begin anew", "stop"}));
}

BOOST_AUTO_TEST_CASE(a_system_that_ends_leaves_the_machine_off) {
  embodied one;
  one.boot();
  one.end(false);
  BOOST_TEST(one.power() == "Off");
}

BOOST_AUTO_TEST_CASE(a_system_that_begins_anew_starts_by_what_is_set_by_then) {
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

BOOST_AUTO_TEST_CASE(what_an_earlier_start_has_come_to_changes_nothing) {
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

BOOST_AUTO_TEST_CASE(media_are_told_as_they_come_and_go) {
  embodied one;
  const auto slot = one.system("/VirtualMedia/1");
  one.post(slot + "/Actions/VirtualMedia.InsertMedia", {{"Image", "http://192.0.2.1/a.iso"}});
  one.post(slot + "/Actions/VirtualMedia.EjectMedia");
  one.post(slot + "/Actions/VirtualMedia.EjectMedia");  // refused: there is nothing
  BOOST_TEST(one.body.told == (std::vector<std::string>{"1=http://192.0.2.1/a.iso", "1=-"}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
