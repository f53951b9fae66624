#include "messages/wire/routing.hpp"
#include "worker.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

power_survey::target target(const std::string& uuid, std::optional<power_state> expected) {
  return {fake_machine(uuid), expected, {}};
}

struct surveyor : worker {
  uint64_t survey(std::vector<power_survey::target> targets) {
    envelope out;
    out.id = "survey-1";
    out.type = power_survey_type;
    out.data = power_survey{0, std::move(targets)};
    return messages.deliver("ironbus.steps", encode_envelope(out));
  }

  std::map<std::string, power_finding> findings() const {
    std::map<std::string, power_finding> out;
    for (const auto& x : messages.published()) {
      const auto read = decode_envelope(x.body).value();
      const auto command = decode_command(read).value();
      BOOST_TEST(x.exchange == "ironbus.node");
      BOOST_TEST(x.routing_key == routing::shard_key(routing::shard_of(read.subject, 64)));
      out[read.subject] = std::get<observe_power>(command).found;
    }
    return out;
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(power_sync_requests)

BOOST_FIXTURE_TEST_CASE(publishes_only_changes, surveyor) {
  driver->on_read = [](const machine& target_machine, const auto& done) {
    if (target_machine.uuid == "broken")
      return done(fail(error_code::unavailable, "The BMC is away."));
    if (target_machine.uuid == "silent") return done(machine_reading{});
    done(machine_reading{power_state::on, {}});
  };
  const auto tag = survey({target("same", power_state::on),
                           target("changed", power_state::off),
                           target("new", std::nullopt),
                           target("broken", power_state::on),
                           target("silent", power_state::on),
                           {fake_machine("doubtful"), power_state::on, {}, true}});
  until([&] { return acked(tag) && findings().size() == 4; });
  run_until_quiet();
  const auto found = findings();
  BOOST_TEST(found.size() == 4U);
  BOOST_TEST((found.at("doubtful").power_state.value() == power_state::on));
  BOOST_TEST((found.at("changed").power_state.value() == power_state::on));
  BOOST_TEST((found.at("new").power_state.value() == power_state::on));
  BOOST_TEST(!found.at("broken").power_state);
  BOOST_TEST(found.at("broken").error == "The BMC is away.");
  BOOST_TEST(subject->counters().surveyed == 6U);
}

BOOST_FIXTURE_TEST_CASE(publishes_a_changed_health_with_the_power, surveyor) {
  driver->on_read = [](const machine& target_machine, const auto& done) {
    const bool says_it = target_machine.uuid != "silent";
    done(machine_reading{power_state::on, says_it ? std::optional{"Warning"} : std::nullopt});
  };
  const auto tag = survey({{fake_machine("worse"), power_state::on, "OK"},
                           {fake_machine("as before"), power_state::on, "Warning"},
                           {fake_machine("silent"), power_state::on, "OK"}});
  until([&] { return acked(tag) && findings().size() == 1; });
  run_until_quiet();
  const auto found = findings();
  BOOST_TEST(found.size() == 1U);
  BOOST_TEST(found.at("worse").health.value() == "Warning");
  BOOST_TEST((found.at("worse").power_state.value() == power_state::on));
}

BOOST_FIXTURE_TEST_CASE(limits_concurrent_readings, surveyor) {
  std::vector<driver_interface::power_callback> reading;
  driver->on_read = [&](const machine&, const auto& done) { reading.push_back(done); };
  survey({target("a", {}), target("b", {}), target("c", {})});
  until([&] { return reading.size() == 2; });
  run_until_quiet();
  BOOST_TEST(reading.size() == 2U);  // power_sync_reads_max
  reading[0](machine_reading{power_state::off, {}});
  until([&] { return reading.size() == 3; });
  reading[1](machine_reading{power_state::off, {}});
  reading[2](machine_reading{power_state::off, {}});
  until([&] { return findings().size() == 3U; });
}

BOOST_FIXTURE_TEST_CASE(silent_machines_block_neither_the_queue_nor_others, surveyor) {
  std::map<std::string, std::vector<driver_interface::power_callback>> reading;
  driver->on_read = [&](const machine& one, const auto& done) {
    reading[one.uuid].push_back(done);
  };
  const auto first = survey({target("mute", power_state::on)});
  until([&] { return acked(first) && reading.size() == 1; });
  const auto second = survey({target("mute", power_state::on), target("well", {})});
  until([&] { return acked(second) && reading.size() == 2; });
  reading["well"][0](machine_reading{power_state::off, {}});
  until([&] { return findings().count("well") == 1; });
  BOOST_TEST(reading["mute"].size() == 1U);  // the first power sync still waits for it
  until([&] { return findings().count("mute") == 1; });
  survey({target("mute", power_state::on)});
  until([&] { return reading["mute"].size() == 2; });
}

BOOST_FIXTURE_TEST_CASE(a_machine_that_is_silent_or_throws_is_an_error, surveyor) {
  driver->on_read = [](const machine& target_machine, const auto&) {
    if (target_machine.uuid == "throws") throw std::runtime_error{"password=hunter2"};
  };
  survey({target("mute", power_state::on), target("throws", power_state::on)});
  until([&] { return findings().size() == 2; });
  BOOST_TEST(findings().at("mute").error == "The BMC did not return the power state in time.");
  BOOST_TEST(findings().at("throws").error ==
             "Reading the power state failed because of an internal error. See the log of the "
             "driver worker.");
}

BOOST_FIXTURE_TEST_CASE(acks_an_empty_request, surveyor) {
  const auto tag = survey({});
  run_until_quiet();
  BOOST_TEST(acked(tag));
}

BOOST_FIXTURE_TEST_CASE(draining_waits_for_no_machine, surveyor) {
  driver->on_read = [](const machine&, const auto&) {};
  survey({target("mute", power_state::on)});
  run_until_quiet();
  bool drained = false;
  subject->drain(std::chrono::seconds{10}, [&](size_t) { drained = true; });
  until([&] { return drained; });
}

BOOST_AUTO_TEST_SUITE_END()
