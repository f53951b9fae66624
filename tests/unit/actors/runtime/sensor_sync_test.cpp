#include "actors/runtime/conductor/sensor_sync.hpp"

#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/catalog_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace ironbus;
using namespace std::chrono_literals;

namespace {

node_snapshot machine_with_sensors(std::string uuid) {
  node_snapshot out;
  out.attributes.uuid = std::move(uuid);
  out.attributes.driver = "fake-hardware";
  out.attributes.state = provision_state::available;
  out.attributes.management_interface = "telling";
  return out;
}

listed listed_row_of(const node_snapshot& snapshot) {
  return {snapshot.attributes.uuid, snapshot.attributes.uuid, {}, encode_snapshot(snapshot)};
}

std::multiset<std::string> due_in_rounds(size_t rounds, const std::vector<listed>& nodes,
                                         std::chrono::seconds interval) {
  runtime_options options;
  options.sync_power_state_interval = 60s;
  options.sensors_interval = interval;
  std::multiset<std::string> out;
  for (uint64_t round = 1; round <= rounds; ++round)
    for (auto& due : due_for_sensors({7, round}, nodes, test::make_catalog(), options))
      out.insert(std::move(due));
  return out;
}

std::vector<listed> many(size_t count) {
  std::vector<listed> out;
  for (size_t i = 0; i < count; ++i)
    out.push_back(listed_row_of(machine_with_sensors("node-" + std::to_string(i))));
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sensor_readings)

BOOST_AUTO_TEST_CASE(each_machine_is_read_once_in_its_interval) {
  const auto nodes = many(40);
  const auto due = due_in_rounds(3, nodes, 150s);  // two and a half rounds count as three
  BOOST_TEST(due.size() == nodes.size());
  for (const auto& node : nodes) BOOST_TEST(due.count(node.id) == 1U);
  BOOST_TEST(due_in_rounds(1, nodes, 150s).size() < nodes.size());
  BOOST_TEST(due_in_rounds(2, nodes, 1s).size() == 2 * nodes.size());
}

BOOST_AUTO_TEST_CASE(no_machine_is_read_if_disabled) {
  BOOST_TEST(due_in_rounds(9, many(5), 0s).empty());
}

BOOST_AUTO_TEST_CASE(busy_unreachable_and_sensorless_machines_are_skipped) {
  auto working = machine_with_sensors("working");
  working.in_flight.emplace();
  auto asked = machine_with_sensors("asked");
  asked.calls.emplace_back();
  auto kept_out = machine_with_sensors("kept out");
  kept_out.attributes.maintenance = true;
  auto lost = kept_out;
  lost.attributes.fault = "power failure";
  auto without = machine_with_sensors("without");
  without.attributes.management_interface = "noop";
  std::vector<listed> nodes{listed_row_of(machine_with_sensors("quiet"))};
  for (const auto& one : {working, asked, kept_out, lost, without})
    nodes.push_back(listed_row_of(one));
  BOOST_TEST(due_in_rounds(1, nodes, 60s) == std::multiset<std::string>{"quiet"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
