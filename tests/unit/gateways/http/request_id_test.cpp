#include "gateways/http/api/request_id.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

BOOST_AUTO_TEST_CASE(only_well_formed_request_ids_are_accepted) {
  const std::string good = "req-0a5ffe6c-3dbe-4b0b-8a0b-2a7d6e3f1c11";
  BOOST_TEST(http::callers_request_id({{"x-openstack-request-id", good}}) == good);
  for (const auto& bad : {good.substr(4), good + "0", std::string{"req-"}, good + "\n", "x" + good})
    BOOST_TEST(http::callers_request_id({{"X-Openstack-Request-Id", bad}}).empty(), bad);
}
