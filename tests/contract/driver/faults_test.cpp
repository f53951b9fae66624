#include "driver_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

// Operations when their environment fails.

namespace {

bool is_end(const step_outcome& x) {
  return x.status != step_status::waiting || x.waits_for == awaited::agent;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(faults)

BOOST_AUTO_TEST_CASE(step_of_a_dead_worker_ends_with_another) {
  for (const auto& x : declared_operations()) {
    driver_fixture fixture{*x.hardware};
    BOOST_TEST_CONTEXT(x.title()) {
      const auto request = fixture.request(x, fixture.arguments(x, true));
      fixture.claim_by_the_dead(request);
      const auto end = fixture.attempt(request).back();
      BOOST_TEST(fixture.counters().recovered == 1U);
      BOOST_TEST((is_end(end)));
      BOOST_TEST(fact_names(facts_in(end.observed) & ~x.contract->reports) == "");
      // A step that must not be repeated is not started again if its progress is unknown.
      if (!x.step.repeatable) BOOST_TEST(to_string(end.status) != "done");
      if (!x.step.repeatable) BOOST_TEST(fixture.counters().executed == 0U);
      if (x.step.repeatable) BOOST_TEST((end.status != step_status::failed), end.reason);
    }
  }
}

BOOST_AUTO_TEST_CASE(nothing_starts_after_its_deadline) {
  for (const auto& x : declared_operations()) {
    driver_fixture fixture{*x.hardware};
    BOOST_TEST_CONTEXT(x.title()) {
      auto request = fixture.request(x, fixture.arguments(x, true));
      request.deadline = fixture.now() - 1s;
      const auto end = fixture.end_of(request);
      BOOST_TEST(to_string(end.status) == "failed");
      BOOST_TEST(end.reason.find("deadline") != std::string::npos, end.reason);
      BOOST_TEST(fixture.counters().executed == 0U);
    }
  }
}

// A node's data has many sources; a driver that cannot handle it throws.
BOOST_AUTO_TEST_CASE(throwing_driver_fails_its_step) {
  for (const auto& x : declared_operations())
    for (const json& odd : {json(7), json::array({1}), json("word"), json{}}) {
      driver_fixture fixture{*x.hardware};
      BOOST_TEST_CONTEXT(x.title() << " of a node that holds " << to_text(odd)) {
        auto request = fixture.request(x, fixture.arguments(x, true));
        request.what.in_agent = false;  // it ends here, independent of the agent
        for (auto* field : {&request.machine.driver_info, &request.machine.driver_internal_info,
                            &request.machine.instance_info, &request.machine.properties,
                            &request.machine.target_raid_config})
          *field = odd;
        const auto end = fixture.end_of(request);
        BOOST_TEST((is_end(end)));
        BOOST_TEST((end.status != step_status::failed || !end.reason.empty()));
        BOOST_TEST(fact_names(facts_in(end.observed) & ~x.contract->reports) == "");
      }
    }
}

BOOST_AUTO_TEST_SUITE_END()
