#include "gateways/sqlite/record_cache.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus::sqlite;

BOOST_AUTO_TEST_SUITE(record_caching)

BOOST_AUTO_TEST_CASE(the_least_recently_used_record_is_evicted) {
  record_cache cache{2};
  cache.put("node", "a", {.number = 1});
  cache.put("node", "b", {.number = 2});
  BOOST_TEST(cache.find("node", "a")->number == 1);
  cache.put("node", "c", {.number = 3});
  BOOST_TEST(cache.find("node", "b") == nullptr);
  BOOST_TEST(cache.find("node", "a")->number == 1);
  BOOST_TEST(cache.find("node", "c")->number == 3);
}

BOOST_AUTO_TEST_CASE(a_record_is_cached_once) {
  record_cache cache{2};
  cache.put("node", "a", {.number = 1});
  cache.put("record", "a", {.number = 2});
  cache.put("node", "a", {.number = 3});
  BOOST_TEST(cache.find("node", "a")->number == 3);
  BOOST_TEST(cache.find("record", "a")->number == 2);
}

BOOST_AUTO_TEST_CASE(an_erased_record_is_not_cached) {
  record_cache cache{3};
  cache.put("node", "a", {.number = 1});
  cache.put("node", "b", {.number = 2});
  cache.erase("node", "a");
  cache.erase("node", "nobody");
  BOOST_TEST(cache.find("node", "a") == nullptr);
  BOOST_TEST(cache.find("node", "b") != nullptr);
  cache.clear();
  BOOST_TEST(cache.find("node", "b") == nullptr);
}

BOOST_AUTO_TEST_CASE(a_row_is_found_by_collection_and_id) {
  known_record record;
  record.rows = {{"nodes", "x", 1}, {"ports", "x", 2}};
  BOOST_TEST(record.find("ports", "x")->sequence == 2);
  BOOST_TEST(record.find("ports", "y") == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
