#include "drivers/execution/silence_watch.hpp"

#include "worker.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

using time_point = silence_watch::time_point;

const time_point start{1h};
const timestamp wall{24h};

struct watched {
  silence_watch subject;

  std::optional<silence_watch::report> after(std::chrono::seconds passed, const char* error) {
    return subject.check(unanswered_calls{"192.0.2.1:443", start, error}, start + passed,
                         wall + passed);
  }
  std::optional<silence_watch::report> answered(std::chrono::seconds passed) {
    return subject.check(std::nullopt, start + passed, wall + passed);
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(silent_machines)

BOOST_AUTO_TEST_CASE(a_short_silence_is_not_reported) {
  watched x;
  BOOST_TEST(!x.after(14s, "timeout"));
  BOOST_TEST(!x.answered(15s));
}

BOOST_AUTO_TEST_CASE(a_silence_is_reported_once_and_so_is_its_end) {
  watched x;
  const auto first = x.after(15s, "timeout");
  BOOST_REQUIRE((first && first->silence));
  BOOST_TEST((*first->silence == machine_silence{"192.0.2.1:443", wall, "timeout"}));
  BOOST_TEST(!x.after(20s, "timeout"));
  BOOST_TEST(!x.after(1000s, "timeout"));
  const auto end = x.answered(1001s);
  BOOST_REQUIRE(end.has_value());
  BOOST_TEST(!end->silence);
  BOOST_TEST(!x.answered(1002s));
}

BOOST_AUTO_TEST_CASE(another_error_is_reported_after_a_pause) {
  watched x;
  BOOST_TEST(x.after(15s, "timeout").has_value());
  BOOST_TEST(!x.after(74s, "refused"));
  const auto second = x.after(75s, "refused");
  BOOST_REQUIRE((second && second->silence));
  BOOST_TEST((*second->silence == machine_silence{"192.0.2.1:443", wall, "refused"}));
}

BOOST_AUTO_TEST_CASE(copies_of_a_permit_share_their_calls) {
  test_lease held;
  const auto allowed = held->issue();
  const auto copy = allowed;
  BOOST_TEST(!copy.unanswered());
  allowed.call_begins("192.0.2.1");
  BOOST_TEST(copy.unanswered().value().host == "192.0.2.1");
  BOOST_TEST(copy.unanswered()->error == "");
  const auto since = copy.unanswered()->since;
  copy.call_ended("refused");
  allowed.call_begins("192.0.2.1");
  BOOST_TEST((allowed.unanswered().value().since == since));
  BOOST_TEST(allowed.unanswered()->error == "refused");
  allowed.call_ended({});
  BOOST_TEST(!copy.unanswered());
}

BOOST_FIXTURE_TEST_CASE(a_running_step_reports_a_silent_machine_to_its_node, worker) {
  ask(deploy());
  until([&] { return driver->runs.size() == 1; });
  const auto& run = driver->runs[0];
  run.request.allowed.call_begins("192.0.2.1:443");
  run.request.allowed.call_ended("connection refused");
  until([&] { return outcomes().size() == 1; });
  const auto report = outcomes().front();
  BOOST_TEST((report.status == step_status::waiting));
  BOOST_TEST((report.waits_for == awaited::driver));
  BOOST_TEST(report.silence.value().host == "192.0.2.1:443");
  BOOST_TEST(report.silence->error == "connection refused");
  run.request.allowed.call_ended({});
  until([&] { return outcomes().size() == 2; });
  BOOST_TEST(!outcomes().back().silence);
  run.done(step_done());
  until([&] { return outcomes().size() == 3; });
  BOOST_TEST((outcomes().back().status == step_status::done));
}

BOOST_AUTO_TEST_SUITE_END()
