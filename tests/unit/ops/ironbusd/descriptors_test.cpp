#include "ops/ironbusd/roles/descriptors.hpp"

#include <boost/test/unit_test.hpp>
#include <sys/resource.h>

using namespace ironbus;
using namespace ironbus::daemon;

namespace {

struct descriptor_limit {
  descriptor_limit() { getrlimit(RLIMIT_NOFILE, &before); }
  ~descriptor_limit() { setrlimit(RLIMIT_NOFILE, &before); }
  rlimit before{};
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(the_limit_of_open_files, descriptor_limit)

BOOST_AUTO_TEST_CASE(is_raised_to_its_maximum) {
  const rlimit lower{300, before.rlim_max};
  BOOST_REQUIRE(setrlimit(RLIMIT_NOFILE, &lower) == 0);
  BOOST_TEST(raise_descriptor_limit().value() == before.rlim_max);
}

BOOST_AUTO_TEST_CASE(leaves_descriptors_for_connections) {
  BOOST_TEST(connections_within(100'000, 10'000, 2) == 10'000U);
  BOOST_TEST(connections_within(1024, 10'000, 1) == 1024 - own_descriptors);
  BOOST_TEST(connections_within(1024, 10'000, 2) == (1024 - own_descriptors) / 2);
  BOOST_TEST(connections_within(1024, 100, 2) == 100U);
}

BOOST_AUTO_TEST_SUITE_END()
