#include "tests/simulation/service_fixture.hpp"
#include "tests/support/await.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>

// A store that answers reads and accepts no writes, like a full disk or a full Redis.

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

const std::string owner = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e01";

command enrolment() { return create_node{{{"driver", "fake-hardware"}}, 115}; }

std::string outcome_of(const reply& x) {
  return x.refused ? std::string{to_string(x.refused->code)} : "accepted";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(a_full_store)

// A commit with an unknown result is checked. One that was certainly not applied need not be.
BOOST_AUTO_TEST_CASE(rejects_a_command_with_one_attempt_and_never_runs_it_later) {
  service_fixture w;
  w.add_conductor("conductor-1");
  BOOST_TEST(outcome_of(w.tell(owner, enrolment())) == "accepted");
  w.records().full = true;
  const auto refused = w.tell(owner, set_maintenance{true, {}});
  BOOST_TEST(outcome_of(refused) == "unavailable");
  BOOST_TEST(refused.refused->message == "the store is full");  // not "unknown result"
  BOOST_TEST(w.records().turned_away == 1);
  w.records().full = false;
  BOOST_TEST(outcome_of(w.tell(owner, set_traits{set_traits::how::all, {"CUSTOM_A"}})) ==
             "accepted");
  BOOST_TEST(!w.snapshot(owner).attributes.maintenance);
}

BOOST_AUTO_TEST_CASE(retries_with_pauses_if_no_client_waits) {
  service_fixture w;
  w.add_conductor("conductor-1");
  w.tell(owner, enrolment());
  w.records().on_commit(
      [&](int) { w.records().full = true; });  // after the request, before its outcome
  const auto began = std::chrono::steady_clock::now();
  BOOST_TEST(outcome_of(w.tell(owner, set_provision_state{"manage", json::object(), 115})) ==
             "accepted");
  BOOST_TEST(fulfilled([&] { return w.records().turned_away >= 4; }));
  // Even on a slow machine it takes at least the pauses of 0.2, 0.4 and 0.8 s, each up to a quarter
  // shorter.
  BOOST_TEST((std::chrono::steady_clock::now() - began > 900ms));
  for (int i = 0; i < 20; ++i)
    BOOST_TEST(outcome_of(w.tell(owner, set_maintenance{true, {}})) == "unavailable");
  w.records().on_commit(nullptr);
  w.records().full = false;
  w.await_state(owner, "manageable");
  BOOST_TEST(!w.snapshot(owner).attributes.maintenance);
}

BOOST_AUTO_TEST_SUITE_END()
