#include "messages/model/wait_report.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

const worker_facts silent_worker{{"driver-1"}, {}, "driver-1"};

/// A report of the running step, not its outcome.
void report(node_fixture& n, const step_id& id, std::optional<machine_silence> silence) {
  step_outcome out;
  out.id = id;
  out.status = step_status::waiting;
  out.waits_for = awaited::driver;
  out.silence = std::move(silence);
  n.hear(out);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(silent_bmcs)

BOOST_AUTO_TEST_CASE(the_bmc_of_the_running_step_is_named_until_it_answers) {
  auto n = manageable();
  n.order("inspect");
  const auto running = n.request().id;
  const machine_silence silence{"192.0.2.1:443", n.time, "connection refused"};
  report(n, running, silence);
  BOOST_TEST_REQUIRE(n.now().in_flight.has_value());
  BOOST_TEST((n.now().in_flight->silence == silence));
  const auto waits = wait_of(n.now(), silent_worker).value();
  BOOST_TEST(waits.who() ==
             "driver worker driver-1; the BMC at 192.0.2.1:443 does not answer since " +
                 to_string(n.time) + ": connection refused");
  BOOST_TEST(waits.unblocked_by().back().does ==
             "repairs the BMC at 192.0.2.1:443 or the way to it");
  report(n, running, std::nullopt);
  BOOST_TEST(!n.now().in_flight->silence);
  BOOST_TEST(wait_of(n.now(), silent_worker)->who() == "driver worker driver-1");
  n.run();
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(a_report_of_another_step_changes_nothing) {
  auto n = manageable();
  n.order("inspect");
  auto other = n.request().id;
  ++other.attempt;
  const auto before = n.now();
  report(n, other, machine_silence{"192.0.2.1", n.time, ""});
  BOOST_TEST((n.now() == before));
}

BOOST_AUTO_TEST_CASE(secrets_of_a_report_are_masked) {
  auto n = manageable();
  n.power("power on");
  report(n, n.request().id, machine_silence{"192.0.2.1", n.time, "password=hunter2"});
  BOOST_TEST(n.now().in_flight->silence->error.find("hunter2") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
