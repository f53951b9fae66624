#include "tests/unit/actors/runtime/dispatcher_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

/// With the first two events as dead letters.
struct with_letters : dispatcher_fixture {
  with_letters() {
    happen();
    happen();
    there.answer = {500, {}};
    begin();
    for (int i = 0; i < 6; ++i) pass(5min);
    there.got.clear();
    there.answer = {204, {}};
  }
  void order(dead_letter_action action, const std::string& letter = {}) {
    const auto number = what.orders.empty() ? 1 : what.orders.back().number + 1;
    what.orders.push_back({number, action, letter});
    dispatcher->take(what);
    work();
  }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(dead_letters_are_sent_again, with_letters) {
  BOOST_REQUIRE(records.letters.size() == 2U);
  order(dead_letter_action::send, records.letters[1].id);
  BOOST_TEST(there.got == ids{"e-2"}, boost::test_tools::per_element());
  BOOST_TEST(records.letters.size() == 1U);
  order(dead_letter_action::send);
  BOOST_TEST(there.got == (ids{"e-2", "e-1"}), boost::test_tools::per_element());
  BOOST_TEST(records.letters.empty());
  BOOST_TEST(kept().dead_letters == 0U);
  BOOST_TEST(kept().orders_done == 2U);
}

BOOST_FIXTURE_TEST_CASE(a_rejected_dead_letter_stays_and_blocks_no_other, with_letters) {
  there.poison = "e-1";
  order(dead_letter_action::send);
  BOOST_TEST(there.got == (ids{"e-1", "e-2"}), boost::test_tools::per_element());
  BOOST_REQUIRE(records.letters.size() == 1U);
  BOOST_TEST(decode<undelivered_event>(records.letters[0].summary)->attempts == 4U);
  there.got.clear();
  there.answer = {0, "Nobody is there."};
  there.poison = "";
  order(dead_letter_action::send);
  BOOST_TEST(there.got.size() == 1U);
  BOOST_TEST(records.letters.size() == 1U);
  BOOST_TEST(kept().orders_done == 2U);
}

BOOST_FIXTURE_TEST_CASE(dead_letters_are_dropped, with_letters) {
  order(dead_letter_action::drop, records.letters[0].id);
  BOOST_TEST(records.letters.size() == 1U);
  order(dead_letter_action::drop, "no-such-letter");
  order(dead_letter_action::drop);
  BOOST_TEST(records.letters.empty());
  BOOST_TEST(there.got.empty());
  BOOST_TEST(kept().orders_done == 3U);
  BOOST_TEST(kept().dead_letters == 0U);
}
