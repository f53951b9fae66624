#include "drivers/port/lease.hpp"

#include "tests/support/test_lease.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

// Rights of a worker by its announcements. The store's time to live is 6 s.

namespace {

constexpr auto store_patience = test_lease::patience;

}  // namespace

BOOST_AUTO_TEST_SUITE(leases)

BOOST_AUTO_TEST_CASE(permits_nothing_before_the_store_knows_the_worker) {
  const auto held = std::make_shared<lease>("worker-1", "a");
  const auto early = held->issue();
  BOOST_TEST(!early.check());
  const auto announced = held->next();
  BOOST_TEST(announced.incarnation == "a");
  BOOST_TEST(!held->taken(announced, store_patience));
  BOOST_TEST(held->issue().check());
  BOOST_TEST(!early.check());  // refused once
}

BOOST_AUTO_TEST_CASE(a_lease_ends_before_the_stores_time_to_live) {
  test_lease worker;
  const auto allowed = worker.issue();
  worker.pass(4999ms);
  BOOST_TEST(allowed.check());
  BOOST_TEST(!allowed.has_refused());
  worker.pass(1ms);
  BOOST_TEST(!allowed.check());
  BOOST_TEST(allowed.has_refused());
}

BOOST_AUTO_TEST_CASE(it_starts_when_the_announcement_was_sent) {
  test_lease worker;
  const auto allowed = worker.issue();
  worker.pass(1s);
  const auto announced = worker->next();
  worker.pass(3900ms);
  worker->taken(announced, store_patience);  // late, but the old lease still holds
  worker.pass(1s);
  BOOST_TEST(allowed.check());
  worker.pass(100ms);  // 5 s after it was sent
  BOOST_TEST(!allowed.check());
}

BOOST_AUTO_TEST_CASE(a_response_after_the_end_renews_nothing) {
  test_lease worker;
  const auto allowed = worker.issue();
  worker.pass(4s);
  const auto announced = worker->next();
  worker.pass(2s);
  BOOST_TEST(!worker->taken(announced, store_patience));
  BOOST_TEST(!allowed.check());
  BOOST_TEST(!worker.issue().check());
  BOOST_TEST(worker->incarnation() == "b");
}

BOOST_AUTO_TEST_CASE(an_earlier_response_does_not_shorten_a_lease) {
  test_lease worker;
  const auto early = worker->next();
  worker.pass(2s);
  worker.announce();
  worker->taken(early, store_patience);
  worker.pass(4s);
  BOOST_TEST(worker.issue().check());
}

BOOST_AUTO_TEST_CASE(after_a_lapse_the_worker_is_new_and_old_permits_stay_refused) {
  test_lease worker;
  const auto before = worker.issue();
  worker.lapse();
  const auto between = worker.issue();
  BOOST_TEST(!between.holds());

  const auto former = worker->next();
  BOOST_TEST(former.incarnation == "b");  // is the name still this worker's?
  BOOST_TEST(worker->taken(former, store_patience));
  BOOST_TEST(!worker.issue().check());
  const auto successor = worker->next();
  BOOST_TEST(successor.incarnation != "b");
  BOOST_TEST(!worker->taken(successor, store_patience));

  const auto after = worker.issue();
  BOOST_TEST(after.check());
  BOOST_TEST(after.owner() == "worker-1/" + successor.incarnation);
  BOOST_TEST(!before.check());
  BOOST_TEST(!between.check());
  BOOST_TEST(before.owner() == "worker-1/b");
}

BOOST_AUTO_TEST_CASE(an_unnoticed_lapse_counts_as_well) {
  test_lease worker;
  const auto before = worker.issue();
  worker.lapse();
  worker.announce();  // the permit was not checked in the meantime
  BOOST_TEST(!before.check());
  BOOST_TEST(worker->incarnation() != "b");
}

BOOST_AUTO_TEST_CASE(an_announcement_from_before_the_lapse_creates_no_successor) {
  test_lease worker;
  const auto under_way = worker->next();
  worker.lapse();
  BOOST_TEST(!worker->taken(under_way, store_patience));
  BOOST_TEST(worker->next().incarnation == "b");
}

BOOST_AUTO_TEST_CASE(announces_a_successor_again_if_it_was_too_late) {
  test_lease worker;
  worker.lapse();
  worker->taken(worker->next(), store_patience);
  const auto successor = worker->next();
  worker.lapse();
  worker->taken(successor, store_patience);
  BOOST_TEST(!worker.issue().check());
  BOOST_TEST(worker->next().incarnation == successor.incarnation);
  worker.announce();
  BOOST_TEST(worker.issue().check());
}

BOOST_AUTO_TEST_CASE(a_worker_that_lost_its_name_stops_and_does_not_reclaim_it) {
  test_lease worker;
  const auto allowed = worker.issue();
  worker->replaced();
  BOOST_TEST(!allowed.check());
  BOOST_TEST(worker->next().incarnation == "b");

  test_lease frozen;
  frozen.lapse();
  frozen->taken(frozen->next(), store_patience);
  frozen->replaced();  // the name was taken in between
  BOOST_TEST(frozen->next().incarnation == "b");
}

BOOST_AUTO_TEST_CASE(a_revoked_permit_is_refused_and_no_other) {
  test_lease worker;
  const auto given_up = worker.issue();
  const std::vector<permit> copies{given_up};
  const auto& copy = copies.front();
  const auto other = worker.issue();
  given_up.revoke();
  BOOST_TEST(!copy.holds());
  BOOST_TEST(!copy.has_refused());
  BOOST_TEST(!copy.check());
  BOOST_TEST(given_up.has_refused());
  BOOST_TEST(other.check());
}

BOOST_AUTO_TEST_CASE(the_clock_is_the_hosts_and_never_stops) {
  const auto before = time_since_boot();
  BOOST_TEST((before > 0s));
  BOOST_TEST((time_since_boot() >= before));
}

BOOST_AUTO_TEST_SUITE_END()
