#include "gateways/sqlite/member_table.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace std::chrono_literals;
using sqlite::member_table;

BOOST_AUTO_TEST_SUITE(members)

namespace {

const member_table::clock::time_point start{1h};

}  // namespace

BOOST_AUTO_TEST_CASE(a_member_expires_after_its_ttl) {
  member_table table;
  BOOST_TEST(table.announce({"c1", "i1", ""}, 10s, start));
  BOOST_TEST(table.alive(start + 9999ms).size() == 1u);
  BOOST_TEST(table.alive(start + 10s).empty());
  BOOST_TEST(table.announce({"c1", "i1", ""}, 10s,
                            start + 11s));  // Late, but no other process has replaced it.
  BOOST_TEST(table.alive(start + 20s).size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_replaced_incarnation_does_not_come_back) {
  member_table table;
  table.announce({"c1", "i1", ""}, 10s, start);
  table.announce({"c1", "i2", ""}, 10s, start + 1s);
  BOOST_TEST(!table.announce({"c1", "i1", ""}, 10s, start + 2s));
  BOOST_TEST(table.alive(start + 2s).at(0).incarnation == "i2");
}

BOOST_AUTO_TEST_SUITE_END()
