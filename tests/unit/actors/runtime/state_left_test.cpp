#include "actors/runtime/aggregate/aggregate.hpp"
#include "messages/model/snapshot.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace std::chrono_literals;

namespace {

const timestamp enrolment{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1}};

node_snapshot node_in(provision_state state, std::optional<timestamp> since) {
  node_snapshot out;
  out.attributes.created_at = enrolment;
  out.attributes.state = state;
  out.attributes.provision_updated_at = since;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(state_stays)

BOOST_AUTO_TEST_CASE(a_state_lasts_from_one_change_to_the_next) {
  const auto left = state_left_between(node_in(provision_state::active, enrolment + 1h),
                                       node_in(provision_state::deleting, enrolment + 3h));
  BOOST_TEST_REQUIRE(left.has_value());
  BOOST_TEST((left->state == provision_state::active));
  BOOST_TEST((left->stay == 2h));
}

BOOST_AUTO_TEST_CASE(the_first_state_begins_with_the_node) {
  const auto left = state_left_between(node_in(provision_state::enroll, {}),
                                       node_in(provision_state::verifying, enrolment + 1h));
  BOOST_TEST((left.value().stay == 1h));
}

BOOST_AUTO_TEST_CASE(an_unchanged_state_is_not_left) {
  BOOST_TEST(!state_left_between(node_in(provision_state::clean_wait, enrolment),
                                 node_in(provision_state::clean_wait, enrolment + 1h)));
}

BOOST_AUTO_TEST_CASE(a_working_agent_does_not_restart_the_wait) {
  auto before = node_in(provision_state::clean_wait, enrolment + 50min);
  before.waiting.emplace(awaited::agent, enrolment, enrolment + 80min, "");
  const auto left =
      state_left_between(before, node_in(provision_state::cleaning, enrolment + 60min));
  BOOST_TEST((left.value().stay == 60min));
}

BOOST_AUTO_TEST_SUITE_END()
