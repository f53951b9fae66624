#include "tests/unit/actors/notifications/read_notifications.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

// The envelope of a payload, its topics, and the options that decide whether it is sent.

using namespace ironbus;
using namespace ironbus::test;

namespace {

std::vector<std::string> keys_of(node_fixture& n) {
  std::vector<std::string> out;
  for (const auto& x : notifications_of(n)) out.push_back(x.routing_key);
  return out;
}

void fail_to_power_on(node_fixture& n) {
  n.power("power on");
  n.answer(step_status::failed, "BMC is busy");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(envelope_of_a_notification)

BOOST_AUTO_TEST_CASE(an_envelope_has_the_form_of_oslo_messaging) {
  auto n = enrolled();
  n.notifications();
  n.user = "operator";
  n.request_id = "req-1";
  n.tell(set_maintenance{true, "broken"});
  const auto all = notifications_of(n);
  BOOST_REQUIRE(all.size() == 2U);
  auto envelope = all.front().envelope;
  envelope.erase("payload");
  const auto id = envelope.at("message_id").get<std::string>();
  const auto unique = envelope.at("_unique_id").get<std::string>();
  BOOST_TEST(is_uuid(id));
  BOOST_TEST(unique.size() == 32U);
  BOOST_TEST(unique.find('-') == std::string::npos);
  envelope.erase("message_id");
  envelope.erase("_unique_id");
  BOOST_TEST(to_text(envelope) ==
             R"({"_context_request_id":"req-1","_context_user_id":"operator",)"
             R"("event_type":"baremetal.node.maintenance_set.start","priority":"INFO",)"
             R"("publisher_id":"ironic-api.bench","timestamp":"2026-01-01 00:00:00.000000"})");
}

BOOST_AUTO_TEST_CASE(a_message_goes_to_every_topic_by_the_level_it_has) {
  auto n = manageable();
  notifying(n).options.notifications.topics = {"a", "b"};
  fail_to_power_on(n);
  const std::vector<std::string> expected{"a.info", "b.info", "a.error", "b.error"};
  BOOST_TEST(keys_of(n) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(each_topic_gets_the_message_with_its_own_id) {
  auto n = manageable();
  notifying(n).options.notifications.topics = {"a", "b"};
  n.power("power on");
  const auto all = notifications_of(n);
  BOOST_REQUIRE(all.size() == 2U);
  BOOST_TEST(all[0].envelope["message_id"] == all[1].envelope["message_id"]);
  BOOST_TEST(all[0].envelope["_unique_id"] != all[1].envelope["_unique_id"]);
}

BOOST_AUTO_TEST_CASE(a_repeated_decision_uses_the_same_ids) {
  std::set<std::string> bodies;
  for (int i = 0; i < 2; ++i) {
    auto n = manageable();
    notifying(n).power("power on");
    for (const auto& x : n.notifications()) bodies.insert(x.body);
  }
  BOOST_TEST(bodies.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_repeated_message_has_one_notification) {
  auto n = enrolled();
  n.tell(set_maintenance{true, "broken"});
  n.notifications();
  n.repeat_last();
  BOOST_TEST(n.notifications().empty());
}

BOOST_AUTO_TEST_CASE(a_level_excludes_lower_ones) {
  const std::vector<std::pair<notification_level, std::vector<std::string>>> cases{
      {notification_level::off, {}},
      {notification_level::debug, {"power_set.start power on", "power_set.error power on"}},
      {notification_level::info, {"power_set.start power on", "power_set.error power on"}},
      {notification_level::warning, {"power_set.error power on"}},
      {notification_level::error, {"power_set.error power on"}},
      {notification_level::critical, {}},
  };
  for (const auto& [level, expected] : cases) {
    auto n = manageable();
    n.options.notifications.level = level;
    fail_to_power_on(n);
    BOOST_TEST(in_short(notifications_of(n)) == expected, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(messages_drop_rather_than_wait_for_a_queue) {
  auto n = manageable();
  notifying(n).options.notifications.exchange = "elsewhere";
  n.power("power on");
  const auto sent = n.notifications();
  BOOST_REQUIRE(sent.size() == 1U);
  BOOST_TEST(sent.front().exchange == "elsewhere");
  BOOST_TEST(!sent.front().mandatory);
  BOOST_TEST(sent.front().durable);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(sensors_as_notifications)

namespace {

const json found{{"Fan", {{"1", {{"reading", 5'000}}}}}};

void read_sensors(node_fixture& n) {
  n.tell(call_driver{"management", "get_sensors_data", json::object(), false});
  step_outcome outcome;
  outcome.answer = found;
  n.answer(std::move(outcome));
}

}  // namespace

BOOST_AUTO_TEST_CASE(sensor_readings_have_their_own_topics) {
  node_fixture n{json{{"management_interface", "telling"}, {"name", "web-1"}}};
  n.options.notifications.sensors = true;
  read_sensors(n);
  const auto all = notifications_of(n);
  BOOST_REQUIRE(all.size() == 1U);
  BOOST_TEST(all[0].routing_key == "notifications.info");
  BOOST_TEST(all[0].type() == "hardware.fake-hardware.metrics");
  auto payload = all[0].payload();
  BOOST_TEST(is_uuid(payload.at("message_id").get<std::string>()));
  payload.erase("message_id");
  BOOST_TEST(payload == json({{"timestamp", "2026-01-01T00:00:00.000000"},
                              {"instance_uuid", nullptr},
                              {"node_uuid", test_uuid},
                              {"node_name", "web-1"},
                              {"event_type", "hardware.fake-hardware.metrics.update"},
                              {"payload", found}}));
}

BOOST_AUTO_TEST_CASE(a_level_does_not_enable_sensors) {
  node_fixture n{json{{"management_interface", "telling"}}};
  read_sensors(notifying(n));
  BOOST_TEST(n.notifications().empty());
}

BOOST_AUTO_TEST_SUITE_END()
