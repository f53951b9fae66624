#include "ops/ironbusd/fleet_view/watched_fleet.hpp"

#include "ops/ironbusd/fleet_view/plain_text.hpp"
#include "ops/ironbusd/fleet_view/watch_table.hpp"
#include "tests/unit/ops/ironbusd/fleet_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::fleet_view;
using namespace ironbus::test;

namespace {

json event_on(const node_row& node, const std::string& type, json data) {
  return {{"type", "ironbus." + type},
          {"subject", node.uuid},
          {"time", to_string(moment("12:05:00"))},
          {"data", std::move(data)}};
}

json step_of(const std::string& name, int index) {
  return {{"interface", "deploy"}, {"step", name}, {"index", index}};
}

json why_with(int index, int steps) {
  return {{"working",
           {{"index", index},
            {"steps", steps},
            {"step", {{"interface", "deploy"}, {"step", "write"}}}}}};
}

std::string all_lines(const watched_fleet& fleet, const table_size& size) {
  std::string out;
  for (const auto& line : watch_lines(fleet, size, moment("12:10:00"))) out += line + "\n";
  return out;
}

/// The line of the first node.
std::string line_at(const watched_fleet& fleet, const std::string& time) {
  return watch_lines(fleet, {24, 120, false}, moment(time))[2];
}

}  // namespace

BOOST_AUTO_TEST_SUITE(the_watched_fleet)

BOOST_AUTO_TEST_CASE(events_move_nodes_and_their_steps) {
  watched_fleet fleet;
  const auto node = node_in("n1", "available");
  fleet.replace({node});
  const auto* moved = fleet.take(
      event_on(node, "provision_state_changed", {{"to", "deploying"}, {"target", "active"}}));
  BOOST_REQUIRE(moved != nullptr);
  BOOST_TEST(moved->row.state == "deploying");
  BOOST_TEST(moved->row.target == "active");
  BOOST_TEST((moved->row.since == moment("12:05:00")));
  BOOST_TEST(fleet.unexplained(10).size() == 1U);
  fleet.explain(node.uuid, why_with(0, 4));
  BOOST_TEST(fleet.unexplained(10).empty());
  const auto* stepped = fleet.take(event_on(node, "step_started", step_of("write", 2)));
  BOOST_TEST(watched_document(*stepped)["step"] == "deploy.write");
  BOOST_TEST(watched_document(*stepped)["done"] == 2);
  BOOST_TEST(watched_document(*stepped)["steps"] == 4);
  stepped = fleet.take(event_on(node, "step_finished", step_of("write", 2)));
  BOOST_TEST(stepped->done == 3U);
  BOOST_TEST(stepped->step.empty());
  fleet.take(event_on(node, "step_started", step_of("more", 4)));
  BOOST_TEST(fleet.unexplained(10).size() == 1U, "the plan has become longer");
}

BOOST_AUTO_TEST_CASE(an_unconfirmed_power_state_is_the_last_one_shown) {
  watched_fleet fleet;
  const auto node = node_in("n1", "available");
  fleet.replace({node});
  const auto* shown =
      fleet.take(event_on(node, "power_state_unconfirmed", {{"power_state", "power off"}}));
  BOOST_REQUIRE(shown != nullptr);
  BOOST_TEST(shown->row.power == "power off");
  shown = fleet.take(event_on(node, "power_state_unconfirmed", {{"power_state", nullptr}}));
  BOOST_TEST(shown->row.power == "");
}

BOOST_AUTO_TEST_CASE(a_step_has_an_expected_end_until_it_is_overdue) {
  watched_fleet fleet;
  const auto node = node_in("n1", "cleaning");
  fleet.replace({node});
  auto begun = step_of("write", 2);
  begun["expected_end"] = to_string(moment("12:10:00"));
  const auto* shown = fleet.take(event_on(node, "step_started", begun));
  BOOST_REQUIRE(shown != nullptr);
  BOOST_TEST(watched_document(*shown)["expected_end"] == begun["expected_end"]);
  BOOST_TEST(watched_document(*shown)["overdue"] == false);
  BOOST_TEST(line_at(fleet, "12:08:00").ends_with("deploy.write, about 2 min left"));
  BOOST_TEST(line_at(fleet, "12:11:00").ends_with("deploy.write, about to end"));
  shown = fleet.take(event_on(node, "step_overdue", begun));
  BOOST_TEST(watched_document(*shown)["overdue"] == true);
  BOOST_TEST(line_at(fleet, "12:12:00").ends_with("overdue: deploy.write"));
  shown = fleet.take(event_on(node, "step_finished", step_of("write", 2)));
  BOOST_TEST(watched_document(*shown)["overdue"] == false);
  BOOST_TEST(watched_document(*shown)["expected_end"].is_null());
}

BOOST_AUTO_TEST_CASE(the_explanation_sets_the_progress) {
  watched_fleet fleet;
  const auto node = node_in("n1", "cleaning");
  fleet.replace({node});
  auto why = why_with(0, 4);
  why["working"]["usual"] = {{"expected_end", to_string(moment("12:10:00"))}, {"overdue", true}};
  fleet.explain(node.uuid, why);
  BOOST_TEST(watched_document(*fleet.chosen(1)[0])["overdue"] == true);
}

BOOST_AUTO_TEST_CASE(nodes_are_added_and_removed) {
  watched_fleet fleet;
  const auto node = node_in("n1", "enroll");
  const auto* made = fleet.take(event_on(node, "node_created", shown_node("n1", "enroll")));
  BOOST_REQUIRE(made != nullptr);
  BOOST_TEST(made->row.name == "n1");
  BOOST_TEST(fleet.take(event_on(node, "node_deleted", json::object())) == nullptr);
  BOOST_TEST(fleet.size() == 0U);
  BOOST_TEST(fleet.take(event_on(node, "step_started", step_of("a", 0))) == nullptr);
  BOOST_TEST(fleet.events() == 3U);
}

BOOST_AUTO_TEST_CASE(hidden_values_are_no_change) {
  watched_fleet fleet;
  const auto node = node_in("n1", "active");
  fleet.replace({node});
  BOOST_TEST(fleet.take(event_on(node, "traits_changed", {{"traits", json::array()}})) == nullptr);
  BOOST_TEST(fleet.take(json::array()) == nullptr);
}

BOOST_AUTO_TEST_CASE(a_reloaded_list_keeps_the_progress_of_unchanged_nodes) {
  watched_fleet fleet;
  const auto one = node_in("n1", "deploying");
  const auto two = node_in("n2", "deploying");
  fleet.replace({one, two});
  fleet.explain(one.uuid, why_with(1, 4));
  fleet.explain(two.uuid, why_with(1, 4));
  fleet.replace({one, node_in("n2", "active"), node_in("n3", "enroll")});
  const auto chosen = fleet.chosen(10);
  BOOST_REQUIRE(chosen.size() == 3U);
  BOOST_TEST(chosen[0]->steps == 4U);
  BOOST_TEST(chosen[1]->steps == 0U);
}

BOOST_AUTO_TEST_CASE(working_and_failed_nodes_are_shown_first) {
  watched_fleet fleet;
  std::vector<node_row> rows;
  for (int i = 10; i < 60; ++i) rows.push_back(node_in("a" + std::to_string(i), "active"));
  rows.push_back(node_in("z1", "clean failed"));
  rows.push_back(node_in("z2", "deploying"));
  fleet.replace(rows);
  BOOST_TEST(fleet.chosen(1)[0]->row.name == "z2");
  BOOST_TEST(fleet.chosen(2)[0]->row.name == "z1");
}

BOOST_AUTO_TEST_CASE(the_table_fits_the_terminal) {
  watched_fleet fleet;
  std::vector<node_row> rows;
  for (int i = 10; i < 60; ++i)
    rows.push_back(node_in("a-name-that-is-very-long-" + std::to_string(i), "deploying"));
  for (size_t i = 0; i < rows.size(); ++i) rows[i].uuid += std::to_string(i);
  fleet.replace(rows);
  for (const auto& [height, width] :
       {std::pair<size_t, size_t>{24, 80}, {10, 40}, {5, 12}, {2, 3}, {200, 300}}) {
    const auto lines = watch_lines(fleet, {height, width, false}, moment("12:10:00"));
    BOOST_TEST(lines.size() < std::max<size_t>(height, 5));
    for (const auto& line : lines) BOOST_TEST(length_of(line) <= width);
  }
}

BOOST_AUTO_TEST_CASE(the_table_has_bars_counts_and_the_number_of_hidden_nodes) {
  watched_fleet fleet;
  const auto node = node_in("n1", "deploying");
  fleet.replace({node, node_in("n2", "active"), node_in("n3", "active")});
  fleet.explain(node.uuid, why_with(1, 4));
  const auto text = all_lines(fleet, {6, 100, false});
  for (const auto* part : {"3 nodes: 2 active, 1 deploying\n", "[##........] 1/4", "deploy.write",
                           "10 min", "1 more; 0 events"})
    BOOST_TEST(mentions(text, part), text);
  BOOST_TEST(!mentions(text, "\x1b"));
  BOOST_TEST(mentions(all_lines(fleet, {6, 100, true}), "\x1b[33mdeploying"));
}

BOOST_AUTO_TEST_SUITE_END()
