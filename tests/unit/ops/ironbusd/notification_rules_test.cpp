#include "complaints.hpp"

#include <boost/test/unit_test.hpp>

using ironbus::test::complaints;

// Checks of the notifications' bus and names.

BOOST_AUTO_TEST_SUITE(notification_rules)

BOOST_AUTO_TEST_CASE(notifications_need_rabbitmq) {
  const std::string level = "IRONBUS_NOTIFICATIONS_LEVEL";
  const std::string sensors = "IRONBUS_NOTIFICATIONS_SENSORS";
  const std::string rest =
      " is set while bus is 'local', which other programs cannot read; allowed: bus: amqp://HOST, "
      "or "
      "off\n";
  BOOST_TEST(complaints({{level, "info"}}) == "notifications.level:" + rest);
  BOOST_TEST(complaints({{sensors, "true"}}) == "notifications.sensors:" + rest);
  BOOST_TEST(complaints({{level, "off"}, {sensors, "false"}}) == "");
  BOOST_TEST(complaints({{"IRONBUS_BUS", "amqp://h"}, {level, "info"}}) == "");
}

BOOST_AUTO_TEST_CASE(a_level_is_one_of_six) {
  BOOST_TEST(complaints({{"IRONBUS_NOTIFICATIONS_LEVEL", "loud"}}).find("critical") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(names_are_valid_for_rabbitmq) {
  const auto names = [](const std::string& option, const std::string& value) {
    return complaints({{"IRONBUS_NOTIFICATIONS_" + option, value}});
  };
  BOOST_TEST(names("TOPICS", "a,b") == "");
  BOOST_TEST(
      names("TOPICS", "a b") ==
      "notifications.topics: 'a b' is not a valid name; allowed: 1 to 200 letters, digits and "
      "the characters -._\n");
  BOOST_TEST(names("SENSOR_TOPICS", "#").starts_with("notifications.sensor_topics: '#'"));
  BOOST_TEST(names("EXCHANGE", std::string(201, 'x')).starts_with("notifications.exchange: 'x"));
  BOOST_TEST(names("EXCHANGE", "ironbus.node").find("neither ironbus. nor amq.") !=
             std::string::npos);
  BOOST_TEST(names("EXCHANGE", "amq.topic").find("neither ironbus. nor amq.") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
