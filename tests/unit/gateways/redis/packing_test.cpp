#include "gateways/redis/packing.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::redis;
using namespace std::string_literals;

BOOST_AUTO_TEST_SUITE(packing)

BOOST_AUTO_TEST_CASE(columns_are_packed_in_name_order) {
  BOOST_TEST(pack_columns({{"b", "x"}, {"a", ""}}) ==
             "\1\0\0\0"
             "a"         // name
             "\0\0\0\0"  // value
             "\1\0\0\0"
             "b"
             "\1\0\0\0"
             "x"s);
  BOOST_TEST(pack_columns({{"a", "2"}, {"a", "1"}}) == pack_columns({{"a", "1"}, {"a", "2"}}));
  BOOST_TEST(pack_columns({{"a", "1"}, {"a", "1"}}) == pack_columns({{"a", "1"}}));
  BOOST_TEST(pack_columns({}).empty());
}

BOOST_AUTO_TEST_CASE(rows_sort_by_the_smallest_value) {
  auto packed = pack_columns({{"state", "up"}, {"trait", "b"}, {"trait", "a"}});
  BOOST_TEST(sort_value(packed, "trait") == "a");
  BOOST_TEST(sort_value(packed, "state") == "up");
  BOOST_TEST(sort_value(packed, "tra") == "");
}

BOOST_AUTO_TEST_CASE(the_outbox_is_packed_with_its_version) {
  BOOST_TEST(pack_outbox(258, {"ab"}) ==
             "\2\1\0\0\0\0\0\0"  // version
             "\2\0\0\0"
             "ab"s);
  auto both = pack_outbox(1, {"a", ""}) + pack_outbox(2, {"b\0c"s});
  BOOST_TEST(unpack_outbox(both) == (std::vector<std::string>{"a", "", "b\0c"s}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_head_is_read) {
  auto packed = "\7\0\0\0\0\0\0\0\4\0\0\0n:id\3\0\0\0xyz"s;
  auto head = unpack_head(packed);
  BOOST_TEST(head.sequence == 7u);
  BOOST_TEST(head.owner == "n:id");
  BOOST_TEST(head.columns == "xyz");
}

BOOST_AUTO_TEST_CASE(truncated_values_are_never_read_beyond_the_end) {
  auto whole = pack_outbox(1, {"abc"});
  for (size_t length = 0; length < whole.size(); ++length) {
    auto cut = whole.substr(0, length);
    BOOST_TEST(unpack_outbox(cut).size() <= 1u);
    unpack_head(cut);
    sort_value(cut, "a");
  }
  BOOST_TEST(unpack_head("").owner == "");
}

BOOST_AUTO_TEST_SUITE_END()
