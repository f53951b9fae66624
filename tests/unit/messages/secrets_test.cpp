#include "messages/secrets.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus {

BOOST_AUTO_TEST_SUITE(secrets)

BOOST_AUTO_TEST_CASE(only_equal_texts_are_equal) {
  BOOST_TEST(equal_in_constant_time("abc", "abc"));
  BOOST_TEST(equal_in_constant_time("", ""));
  for (auto claimed : {"", "a", "ab", "abd", "xbc", "abcabc", "abcd"})
    BOOST_TEST(!equal_in_constant_time("abc", claimed), claimed);
  BOOST_TEST(!equal_in_constant_time("", "a"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus
