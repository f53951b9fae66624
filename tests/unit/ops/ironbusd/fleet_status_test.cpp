#include "ops/ironbusd/fleet_view/fleet_status.hpp"

#include "ops/ironbusd/fleet_view/plain_text.hpp"
#include "tests/unit/ops/ironbusd/fleet_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::fleet_view;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

fleet_facts facts_of(std::vector<node_row> nodes) {
  fleet_facts out;
  out.gateway = "http://gateway:6385";
  out.now = moment("12:10:00");
  out.nodes = std::move(nodes);
  out.conductors = {{"conductors", {{{"hostname", "c1"}, {"conductor_group", "rack"}}}}};
  out.drivers = {
      {"drivers",
       {{{"name", "redfish"}, {"hosts", {"c1", "d1"}}}, {{"name", "ipmi"}, {"hosts", {"d1"}}}}}};
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(the_fleet_status)

BOOST_AUTO_TEST_CASE(states_power_maintenance_and_faults_are_counted) {
  auto broken = node_in("a1", "clean failed");
  broken.maintenance = true;
  broken.fault = "clean failure";
  auto running = node_in("a2", "active");
  running.power = "power on";
  const auto status = status_document(
      facts_of({broken, running, node_in("a3", "active"), node_in("a4", "enroll")}));
  BOOST_TEST(status["nodes"] == 4);
  BOOST_TEST(status["states"] == json({{"active", 2}, {"clean failed", 1}, {"enroll", 1}}));
  BOOST_TEST(status["power"] == json({{"power on", 1}, {"unknown", 3}}));
  BOOST_TEST(status["maintenance"] == 1);
  BOOST_TEST(status["faults"] == json({{"clean failure", 1}}));
  BOOST_TEST(status["failed"] == 1);
}

BOOST_AUTO_TEST_CASE(hosts_list_their_services) {
  const auto hosts = status_document(facts_of({}))["hosts"];
  BOOST_REQUIRE(hosts.size() == 2U);
  BOOST_TEST(hosts[0] == json({{"host", "c1"},
                               {"conductor", true},
                               {"conductor_group", "rack"},
                               {"drivers", {"redfish"}}}));
  BOOST_TEST(hosts[1] == json({{"host", "d1"},
                               {"conductor", false},
                               {"conductor_group", nullptr},
                               {"drivers", {"redfish", "ipmi"}}}));
}

BOOST_AUTO_TEST_CASE(the_longest_running_nodes_come_first_without_failures) {
  std::vector<node_row> nodes{node_in("b1", "deploying", "12:05:00"),
                              node_in("b2", "clean wait", "12:01:00"), node_in("b3", "active"),
                              node_in("b4", "deploy failed", "11:00:00")};
  for (int i = 0; i < 9; ++i)
    nodes.push_back(node_in("c" + std::to_string(i), "cleaning", "12:08:00"));
  const auto oldest = longest_waiting(nodes);
  BOOST_REQUIRE(oldest.size() == named_in_status_max);
  BOOST_TEST(oldest[0].name == "b2");
  BOOST_TEST(oldest[1].name == "b1");
}

BOOST_AUTO_TEST_CASE(a_power_change_is_a_running_operation) {
  auto node = node_in("b1", "active");
  BOOST_TEST(longest_waiting({node}).empty());
  node.target_power = "power off";
  BOOST_TEST(longest_waiting({node}).size() == 1U);
}

BOOST_AUTO_TEST_CASE(the_text_names_the_wait_and_its_duration) {
  auto failed = node_in("b4", "deploy failed", "11:00:00");
  failed.last_error = "The disk is on fire.";
  auto facts = facts_of({node_in("b2", "clean wait", "12:01:00"), failed});
  const json waiting = {{"who", "the agent in the machine"},
                        {"until", to_string(moment("12:31:00"))}};
  facts.oldest = {{facts.nodes[0], {{"waiting", waiting}}}};
  const auto text = status_text(status_document(facts), facts.now);
  for (const auto* part :
       {"2 nodes: 1 clean wait, 1 deploy failed\n", "In maintenance: 0; no faults\n",
        "Hosts: c1 (conductor, redfish), d1 (redfish, ipmi)\n",
        "b2    clean wait  9 min  the agent in the machine, at most 21 min left\n",
        "1 failed, the most recent:\n", "b4    deploy failed  1 h 10 min  The disk is on fire.\n"})
    BOOST_TEST(mentions(text, part), text);
}

BOOST_AUTO_TEST_CASE(an_empty_fleet) {
  fleet_facts facts;
  const auto text = status_text(status_document(facts), moment("12:00:00"));
  BOOST_TEST(mentions(text, "0 nodes\n"), text);
  BOOST_TEST(mentions(text, "Hosts: none; no conductor is running\n"), text);
  BOOST_TEST(mentions(text, "No operation is running.\n"), text);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(plain_texts)

BOOST_AUTO_TEST_CASE(durations_have_at_most_two_units) {
  for (const auto& [duration, text] :
       {std::pair<std::chrono::microseconds, std::string>{-5s, "0.0 s"},
        {340ms, "0.3 s"},
        {9990ms, "10 s"},
        {59s, "59 s"},
        {60s, "1 min"},
        {123s, "2 min 3 s"},
        {3h + 20min, "3 h 20 min"},
        {124h, "5 d 4 h"}})
    BOOST_TEST(duration_text(duration) == text);
}

BOOST_AUTO_TEST_CASE(texts_are_cut_by_characters_not_bytes) {
  BOOST_TEST(clipped("Zürich", 6) == "Zürich");
  BOOST_TEST(clipped("Zürich", 5) == "Zür..");
  BOOST_TEST(clipped("Zürich", 1) == ".");
  BOOST_TEST(padded("Zü", 3) == "Zü ");
}

BOOST_AUTO_TEST_CASE(a_progress_bar_shows_the_finished_part) {
  BOOST_TEST(progress_bar(0, 4, 8) == "[........]");
  BOOST_TEST(progress_bar(3, 4, 8) == "[######..]");
  BOOST_TEST(progress_bar(9, 4, 8) == "[########]");
  BOOST_TEST(progress_bar(1, 0, 8) == "          ");
}

BOOST_AUTO_TEST_SUITE_END()
