#include "actors/runtime/conductor/deadline_list.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(deadline_lists)

BOOST_AUTO_TEST_CASE(the_earliest_is_due_first_and_only_once) {
  const timestamp noon{};
  deadline_list subject;
  BOOST_TEST(!subject.next());
  subject.set("n1", noon + 2s);
  subject.set("n2", noon + 1s);
  subject.set("n3", noon + 2s);
  BOOST_TEST((subject.next() == noon + 1s));
  BOOST_TEST(!subject.take_due(noon));
  BOOST_TEST(subject.take_due(noon + 2s).value() == "n2");
  BOOST_TEST(subject.take_due(noon + 2s).value() == "n1");
  BOOST_TEST(subject.take_due(noon + 2s).value() == "n3");
  BOOST_TEST(!subject.take_due(noon + 2s));
}

BOOST_AUTO_TEST_CASE(a_new_deadline_replaces_the_old_one) {
  const timestamp noon{};
  deadline_list subject;
  subject.set("n1", noon + 1s);
  subject.set("n2", noon + 1s);
  subject.set("n1", noon + 3s);
  BOOST_TEST(subject.take_due(noon + 2s).value() == "n2");
  BOOST_TEST(!subject.take_due(noon + 2s));
  BOOST_TEST((subject.next() == noon + 3s));
  subject.set("n1", std::nullopt);
  BOOST_TEST(!subject.next());
  subject.set("n4", std::nullopt);
  BOOST_TEST(!subject.next());
}

BOOST_AUTO_TEST_CASE(nothing_is_left_of_a_cleared_list) {
  deadline_list subject;
  subject.set("n1", timestamp{});
  subject.clear();
  BOOST_TEST(!subject.next());
  subject.set("n1", timestamp{} + 1s);
  BOOST_TEST((subject.next() == timestamp{} + 1s));
}

BOOST_AUTO_TEST_SUITE_END()
