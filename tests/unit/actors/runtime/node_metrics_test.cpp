#include "actors/runtime/metrics/node_metrics.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace std::chrono_literals;

namespace {

struct metrics_fixture {
  driver_catalog drivers;
  node_metrics subject{drivers, 0, {}};

  static metrics::sample shown(const std::string& metric, const metrics::labels& labels) {
    return metrics::collect().at(metric).by_labels.at(labels);
  }
  static size_t series(const std::string& metric) {
    return metrics::collect().at(metric).by_labels.size();
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(metrics_of_nodes, metrics_fixture)

BOOST_AUTO_TEST_CASE(a_change_of_state_counts_the_stay_and_the_transition) {
  subject.count(state_left{provision_state::deploying, 90s, provision_state::active});
  BOOST_TEST(shown("ironbus_node_state_seconds", {{"state", "deploying"}}).value == 90);
  BOOST_TEST(
      shown("ironbus_node_transitions_total", {{"from", "deploying"}, {"to", "active"}}).value ==
      1);
  BOOST_TEST(series("ironbus_node_transitions_total") == 1U);
}

BOOST_AUTO_TEST_CASE(steps_are_counted_by_name_and_outcome) {
  observations seen;
  seen.steps = {
      {"deploy.write", "done", 10s}, {"deploy.write", "failed", 2s}, {"deploy.write", "odd", 1s}};
  subject.count(std::move(seen));
  const auto seconds = [](const std::string& outcome) {
    return shown("ironbus_node_step_seconds", {{"step", "deploy.write"}, {"outcome", outcome}})
        .value;
  };
  BOOST_TEST(seconds("done") == 10);
  BOOST_TEST(seconds("failed") == 2);
  BOOST_TEST(seconds("other") == 1);
}

BOOST_AUTO_TEST_CASE(steps_that_are_overdue_are_counted_by_name) {
  observations seen;
  seen.overdue_steps = {"deploy.write", "deploy.write", "deploy.erase"};
  subject.count(std::move(seen));
  const auto overdue = [](const std::string& step) {
    return shown("ironbus_node_steps_overdue_total", {{"step", step}}).value;
  };
  BOOST_TEST(overdue("deploy.write") == 2);
  BOOST_TEST(overdue("deploy.erase") == 1);
}

BOOST_AUTO_TEST_CASE(a_hostile_agent_cannot_add_series) {
  for (int i = 0; i < 1000; ++i) {
    observations seen;
    seen.steps = {{"deploy.step_" + std::to_string(i), "done", 1s}};
    subject.count(std::move(seen));
  }
  BOOST_TEST(series("ironbus_node_step_seconds") == 65U);
  BOOST_TEST(shown("ironbus_node_step_seconds", {{"step", "other"}, {"outcome", "done"}}).value ==
             936);
}

BOOST_AUTO_TEST_CASE(power_syncs_are_counted_and_shown_from_the_start) {
  BOOST_TEST(series("ironbus_node_power_syncs_total") == 5U);
  observations seen;
  seen.power_syncs = {power_sync::unreadable, power_sync::lost};
  subject.count(std::move(seen));
  BOOST_TEST(shown("ironbus_node_power_syncs_total", {{"result", "lost"}}).value == 1);
  BOOST_TEST(shown("ironbus_node_power_syncs_total", {{"result", "found_again"}}).value == 0);
}

BOOST_AUTO_TEST_SUITE_END()
