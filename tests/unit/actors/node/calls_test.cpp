#include "actors/node/calls/calls.hpp"

#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

const call_driver get_boot_device{"management", "get_boot_device", json::object(), true};

std::string code_of(const reply& x) {
  return x.refused ? std::string{to_string(x.refused->code)} : "accepted";
}

step_outcome answered(json what) {
  step_outcome out;
  out.status = step_status::done;
  out.answer = std::move(what);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_call_is_answered_when_the_driver_has_answered) {
  node_fixture n;
  const auto at_once = n.tell(get_boot_device);
  const auto id = n.last_id();
  BOOST_TEST(at_once.later);
  BOOST_TEST(n.asked().back() == "management.get_boot_device");
  BOOST_TEST(!n.later(id));
  n.answer(answered({{"boot_device", "pxe"}}));
  BOOST_REQUIRE(n.later(id));
  BOOST_TEST(json::parse(n.later(id)->body) == json({{"boot_device", "pxe"}}));
  BOOST_TEST(n.now().calls.empty());
}

BOOST_AUTO_TEST_CASE(calls_are_made_one_after_the_other) {
  node_fixture n;
  n.tell(get_boot_device);
  n.tell({call_driver{"management", "set_boot_device", {{"boot_device", "disk"}}, true}});
  BOOST_TEST(n.asked().size() == 1U);
  n.done();
  BOOST_TEST(n.request().what.name == "set_boot_device");
  BOOST_TEST(n.request().what.args == json({{"boot_device", "disk"}}));
  n.done();
  BOOST_TEST(!n.is_out());
}

BOOST_AUTO_TEST_CASE(unsupported_methods_are_rejected) {
  node_fixture n;
  for (const auto& call :
       {call_driver{"management", "fly", json::object(), true},
        call_driver{"rescue", "blink", json::object(), true},
        call_driver{"nothing", "get_boot_device", json::object(), true},
        call_driver{"management", "set_boot_device", json::object(), true},
        call_driver{"management", "set_boot_device", {{"boot_device", ""}}, true},
        call_driver{"management", "get_boot_device", {{"x", 1}}, true}})
    BOOST_TEST(code_of(n.tell(call)) == "invalid");
  BOOST_TEST(n.now().calls.empty());
  BOOST_TEST(!n.is_out());
}

BOOST_AUTO_TEST_CASE(a_failed_call_returns_the_error_and_keeps_the_node) {
  node_fixture n;
  n.tell(get_boot_device);
  const auto id = n.last_id();
  n.answer(step_status::failed, "the BMC does not answer");
  BOOST_REQUIRE(n.later(id));
  BOOST_TEST(code_of(*n.later(id)) == "driver_failed");
  BOOST_TEST(n.later(id)->refused->message.find("the BMC does not answer") != std::string::npos);
  BOOST_TEST(n.state() == "enroll");
  BOOST_TEST(!n.now().attributes.last_error);
}

BOOST_AUTO_TEST_CASE(a_call_gets_the_driver_s_error) {
  node_fixture n;
  n.tell(get_boot_device);
  const auto id = n.last_id();
  step_outcome refused;
  refused.status = step_status::failed;
  refused.why = error_code::conflict;
  refused.reason = "it is there already";
  n.answer(refused);
  BOOST_TEST(code_of(n.later(id).value()) == "conflict");
}

BOOST_AUTO_TEST_CASE(a_failed_call_without_a_client_sets_last_error_and_history) {
  node_fixture n;
  n.tell({call_driver{"management", "get_boot_device", json::object(), false}});
  n.answer(step_status::failed, "the BMC does not answer");
  const std::string text = "management.get_boot_device failed: the BMC does not answer";
  BOOST_TEST(n.now().attributes.last_error.value_or("") == text);
  const auto entry = json::parse(n.rows().back().summary);
  BOOST_TEST(n.rows().back().collection == "history");
  BOOST_TEST(entry.at("event") == text);
  BOOST_TEST(entry.at("event_type") == "management");
}

BOOST_AUTO_TEST_CASE(a_silent_driver_times_out_a_call) {
  node_fixture n;
  n.tell(get_boot_device);
  const auto id = n.last_id();
  n.pass(n.options.step_timeout + std::chrono::seconds{1});
  BOOST_TEST(code_of(n.later(id).value()) == "timeout");
}

BOOST_AUTO_TEST_CASE(an_interrupted_call_is_retried_only_if_repeatable) {
  node_fixture n;
  n.tell(get_boot_device);
  n.answer(step_status::interrupted);
  BOOST_TEST(n.request().id.attempt == 2U);
  n.done();
  n.tell({call_driver{"management", "inject_nmi", json::object(), true}});
  const auto id = n.last_id();
  n.answer(step_status::interrupted, "its worker has died");
  BOOST_TEST(!n.is_out());
  BOOST_TEST(code_of(n.later(id).value()) == "driver_failed");
}

BOOST_AUTO_TEST_CASE(a_call_survives_a_takeover) {
  node_fixture n;
  n.tell(get_boot_device);
  const auto id = n.last_id();
  n.take_over();
  BOOST_TEST(n.is_out());
  n.answer(answered({{"boot_device", "disk"}}));
  BOOST_TEST(n.later(id).has_value());
}

BOOST_AUTO_TEST_CASE(no_client_is_answered_twice) {
  node_fixture n;
  n.tell({call_driver{"management", "get_boot_device", json::object(), false}});
  const auto id = n.last_id();
  n.done();
  BOOST_TEST(!n.later(id));
}

BOOST_AUTO_TEST_CASE(the_number_of_calls_is_limited) {
  node_fixture n;
  for (size_t i = 0; i < driver_calls_max; ++i) BOOST_TEST(!n.tell(get_boot_device).refused);
  BOOST_TEST(code_of(n.tell(get_boot_device)) == "unavailable");
  n.run();
  BOOST_TEST(n.now().calls.empty());
}

BOOST_AUTO_TEST_CASE(a_call_waits_for_the_running_step) {
  node_fixture n;
  n.order("manage");
  BOOST_REQUIRE(n.is_out());
  const auto step = n.request().what.name;
  n.tell(get_boot_device);
  BOOST_TEST(n.request().what.name == step);
  n.run();
  BOOST_TEST(n.state() == "manageable");
  BOOST_TEST(n.now().calls.empty());
}

BOOST_AUTO_TEST_CASE(the_target_raid_is_stored) {
  node_fixture n;
  const json disks{{"logical_disks", json::array({{{"size_gb", 100}, {"raid_level", "1"}}})}};
  BOOST_TEST(!n.tell(set_target_raid{disks}).refused);
  BOOST_TEST(n.now().attributes.target_raid_config == disks);
}

BOOST_AUTO_TEST_CASE(sensor_readings_without_a_client_become_an_event) {
  node_fixture n{json{{"management_interface", "telling"}}};
  const command look = call_driver{"management", "get_sensors_data", json::object(), false};
  const json found{{"Fan", {{"1", {{"reading", 5'000}}}}}};
  n.tell(look);
  n.answer(answered(found));
  BOOST_TEST(n.events().back().type == "ironbus.sensors_read");
  BOOST_TEST(json::parse(n.events().back().data.text()).at("sensors") == found);
  n.tell(look);
  n.answer(step_status::failed, "no such sensor");
  BOOST_TEST(n.events().back().type == "ironbus.sensors_read");
  BOOST_TEST(!n.now().attributes.last_error);
}
