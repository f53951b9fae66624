#include "actors/runtime/metrics/sensor_metrics.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace std::chrono_literals;

namespace {

const json by_redfish = {
    {"Temperature",
     {{"0@Chassis", {{"reading_celsius", 49}, {"physical_context", "CPU"}, {"health", "OK"}}}}},
    {"Fan",
     {{"1@Chassis", {{"reading", 3000}, {"reading_units", "RPM"}, {"health", "Critical"}}},
      {"2@Chassis", {{"reading", 40}, {"reading_units", "Percent"}, {"health", nullptr}}}}},
    {"Power", {{"0@Chassis", {{"last_power_output_watts", 250.5}, {"line_input_voltage", 230}}}}},
    {"Drive", {{"Disk:1", {{"health", "Warning"}}}}}};
const json by_ipmi = {
    {"Temperature",
     {{"Inlet (0x5)",
       {{"Sensor Reading", "21 (+/- 0) degrees C"},
        {"Entity ID", "7.1 (Board)"},
        {"Status", "ok"}}}}},
    {"Current", {{"PSU (0x6)", {{"Sensor Reading", "1.200 (+/- 0) Amps"}, {"Status", "nc"}}}}},
    {"Fan", {{"Fan (0x7)", {{"Sensor Reading", "No Reading"}, {"Status", "cr"}}}}}};

double value_of(const std::string& metric, const std::string& uuid, const std::string& entity,
                const std::string& sensor) {
  return metrics::collect()
      .at(metric)
      .by_labels
      .at({{"node_name", "n"},
           {"node_uuid", uuid},
           {"instance_uuid", ""},
           {"entity_id", entity},
           {"sensor_id", sensor}})
      .value;
}

size_t nodes_shown() { return metrics::collect().at("baremetal_node_health").by_labels.size(); }

struct sensors_fixture {
  std::chrono::steady_clock::time_point now{};
  sensor_metrics subject{2, 60s, [this] { return now; }};

  void take(const std::string& uuid, json sensors) {
    subject.take({uuid, "n", "", "OK", std::move(sensors)});
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(sensors_as_metrics, sensors_fixture)

BOOST_AUTO_TEST_CASE(redfish_readings_are_shown) {
  take("u", by_redfish);
  BOOST_TEST(value_of("baremetal_temp_celsius", "u", "CPU", "0@Chassis") == 49);
  BOOST_TEST(value_of("baremetal_temperature_status", "u", "CPU", "0@Chassis") == 0);
  BOOST_TEST(value_of("baremetal_fan_rpm", "u", "", "1@Chassis") == 3000);
  BOOST_TEST(metrics::collect().at("baremetal_fan_rpm").by_labels.size() == 1U);
  BOOST_TEST(value_of("baremetal_fan_status", "u", "", "1@Chassis") == 2);
  BOOST_TEST(value_of("baremetal_last_power_output_watts", "u", "", "0@Chassis") == 250.5);
  BOOST_TEST(value_of("baremetal_voltage_volts", "u", "", "0@Chassis") == 230);
  BOOST_TEST(value_of("baremetal_drive_status", "u", "", "Disk:1") == 1);
}

BOOST_AUTO_TEST_CASE(ipmi_readings_are_shown) {
  take("u", by_ipmi);
  BOOST_TEST(value_of("baremetal_temp_celsius", "u", "7.1 (Board)", "Inlet (0x5)") == 21);
  BOOST_TEST(value_of("baremetal_current_amperes", "u", "", "PSU (0x6)") == 1.2);
  BOOST_TEST(value_of("baremetal_fan_status", "u", "", "Fan (0x7)") == 2);
  BOOST_TEST(metrics::collect().at("baremetal_fan_rpm").by_labels.empty());
}

BOOST_AUTO_TEST_CASE(nodes_beyond_the_limit_are_counted_and_not_shown) {
  for (const auto* uuid : {"a", "b", "c"}) take(uuid, by_redfish);
  BOOST_TEST(nodes_shown() == 2U);
  BOOST_TEST(metrics::collect().at("ironbus_node_sensors_left_out_total").by_labels.at({}).value >
             0);
}

BOOST_AUTO_TEST_CASE(the_sensors_of_a_machine_are_limited) {
  json many;
  for (int i = 0; i < 5000; ++i)
    many["Fan"][std::to_string(i)] = {{"reading", i}, {"reading_units", "RPM"}};
  take("u", many);
  BOOST_TEST(metrics::collect().at("baremetal_fan_rpm").by_labels.size() ==
             sensor_metrics::readings_max);
}

BOOST_AUTO_TEST_CASE(a_node_without_readings_for_three_intervals_is_dropped) {
  take("a", by_redfish);
  now += 180s;
  BOOST_TEST(nodes_shown() == 1U);
  now += 1s;
  BOOST_TEST(nodes_shown() == 0U);
}

BOOST_AUTO_TEST_CASE(a_health_change_keeps_the_readings) {
  take("a", by_redfish);
  subject.take({"a", "n", "", "Critical", {}});
  BOOST_TEST(value_of("baremetal_temp_celsius", "a", "CPU", "0@Chassis") == 49);
  BOOST_TEST(metrics::collect().at("baremetal_node_health").by_labels.begin()->second.value == 2);
}

BOOST_AUTO_TEST_CASE(odd_documents_are_ignored_and_texts_are_cut) {
  take("a", json::array({1, 2}));
  take("a", {{"Fan", 7}, {"Temperature", {{"x", "y"}}}});
  take("b", {{"Temperature", {{std::string(300, 'x') + "\n", {{"reading_celsius", 1}}}}}});
  BOOST_TEST(value_of("baremetal_temp_celsius", "b", "", std::string(64, 'x')) == 1);
}

BOOST_AUTO_TEST_CASE(they_are_off_by_default) {
  const sensor_metrics off{0, 60s};
  BOOST_TEST(metrics::collect().at("baremetal_fan_rpm").by_labels.empty());
}

BOOST_AUTO_TEST_SUITE_END()
