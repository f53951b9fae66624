#include "driver_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

using namespace ironbus;
using namespace ironbus::test;

// Values that are set are read back.

namespace {

const std::map<std::string_view, std::string> states_of_targets{
    {"power on", "power on"},       {"power off", "power off"},      {"rebooting", "power on"},
    {"soft rebooting", "power on"}, {"soft power off", "power off"},
};

/// Another operation of the same implementation.
declared_operation beside(declared_operation operation, const driver_operation& other) {
  operation.step = *operation.implementation.find_step(other.name);
  operation.contract = find_operation(other.interface, other.name);
  return operation;
}

step_outcome done(driver_fixture& fixture, const declared_operation& operation, json args) {
  auto end = fixture.end_of(fixture.request(operation, std::move(args)));
  BOOST_TEST(to_string(end.status) == "done", end.reason);
  fixture.machine().learn(end.observed);
  return end;
}

std::optional<power_state> read_power(driver_fixture& fixture,
                                      const declared_operation& operation) {
  std::optional<result<machine_reading>> out;
  const auto driver = fixture.drivers().find("power", operation.implementation.name);
  driver->read_power(fixture.node_for(operation.implementation, {}), lasting_permit(),
                     [&](auto found) { out = std::move(found); });
  fixture.until([&] { return out.has_value(); });
  BOOST_REQUIRE(out->has_value());
  return (*out)->power;
}

std::vector<declared_operation> all_that_declare(const driver_operation& what) {
  auto out = declared_operations();
  std::erase_if(out, [&](const auto& x) { return x.contract->what != what; });
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(round_trips)

BOOST_AUTO_TEST_CASE(power_state_that_is_set_is_read) {
  namespace power = driver_operations::power;
  BOOST_TEST(!all_that_declare(power::set_power_state).empty());
  for (const auto& set : all_that_declare(power::set_power_state)) {
    driver_fixture fixture{*set.hardware};
    const auto get = beside(set, power::get_power_state);
    BOOST_TEST(!set.implementation.power_states.empty());
    for (const auto& before : set.implementation.power_states)
      for (const auto& target : set.implementation.power_states)
        BOOST_TEST_CONTEXT(set.title() << " from " << before << ": " << target) {
          const auto& expected = states_of_targets.at(target);
          done(fixture, set, {{"target", before}});
          const auto made = done(fixture, set, {{"target", target}}).observed.power_state;
          BOOST_TEST(to_string(made.value()) == expected);
          BOOST_TEST(to_string(done(fixture, get, {}).observed.power_state.value()) == expected);
          BOOST_TEST(to_string(read_power(fixture, set).value()) == expected);
        }
  }
}

BOOST_AUTO_TEST_CASE(boot_device_that_is_set_is_read_until_it_was_used) {
  namespace bmc = driver_operations::management;
  BOOST_TEST(!all_that_declare(bmc::set_boot_device).empty());
  for (const auto& set : all_that_declare(bmc::set_boot_device)) {
    driver_fixture fixture{*set.hardware};
    const auto get = beside(set, bmc::get_boot_device);
    BOOST_TEST(!set.implementation.boot_devices.empty());
    for (const auto& device : set.implementation.boot_devices)
      for (const bool persistent : {false, true})
        BOOST_TEST_CONTEXT(set.title() << " " << device << " " << persistent) {
          done(fixture, set, {{"device", device}, {"persistent", persistent}});
          const auto answer = done(fixture, get, {}).answer;
          BOOST_TEST(answer.at("boot_device") == device);
          BOOST_TEST(answer.at("persistent") == persistent);
        }
  }
}

BOOST_AUTO_TEST_SUITE_END()
