#include "gateways/sqlite/database/packed_texts.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus::sqlite;
using boost::test_tools::per_element;
using texts = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(packed_texts)

BOOST_AUTO_TEST_CASE(packed_texts_are_read_back) {
  const texts all{"", "a", "3:abc", std::string("\0:\n", 3), std::string(1000, 'x'), "grün"};
  std::string packed;
  for (const auto& text : all) pack_text(packed, text);
  BOOST_TEST(unpack_texts(packed) == all, per_element());
  BOOST_TEST(packed.starts_with("0:1:a5:3:abc"));
}

BOOST_AUTO_TEST_CASE(reading_stops_at_damage) {
  for (const char* damaged : {"x", "3", "3:ab", "-1:a", ":a", "99999999999999999999:a"})
    BOOST_TEST(unpack_texts(std::string{"1:a"} + damaged) == texts{"a"}, per_element());
  BOOST_TEST(unpack_texts("").empty());
}

BOOST_AUTO_TEST_SUITE_END()
