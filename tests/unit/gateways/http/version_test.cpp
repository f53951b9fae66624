#include "gateways/http/api/version.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::http;

struct negotiation {
  header_list headers;
  int expected;  ///< 0: rejected.
};

const std::string ours = "X-OpenStack-Ironic-API-Version";
const std::string common = "OpenStack-API-Version";

const std::vector<negotiation> negotiations{
    {{}, 1},
    {{{ours, "1.1"}}, 1},
    {{{ours, "1.82"}}, 82},
    {{{"x-openstack-ironic-api-version", " 1.82 "}}, 82},
    {{{ours, "latest"}}, 115},
    {{{ours, "1.115"}}, 115},
    {{{common, "baremetal 1.50"}}, 50},
    {{{common, "compute 2.1, baremetal 1.50"}}, 50},
    {{{common, "compute 2.1"}}, 1},
    {{{ours, "1.116"}}, 0},
    {{{ours, "1.0"}}, 0},
    {{{ours, "1.-1"}}, 0},
    {{{ours, "2.1"}}, 0},
    {{{ours, "abc"}}, 0},
    {{{ours, "1"}}, 0},
    {{{ours, "1.1x"}}, 0},
    {{{ours, "1.99999999999999999999"}}, 0},
};

BOOST_AUTO_TEST_SUITE(version)

BOOST_AUTO_TEST_CASE(each_header_gives_a_version_or_an_error) {
  for (const auto& row : negotiations) {
    BOOST_TEST_CONTEXT((row.headers.empty() ? "no header" : row.headers[0].second)) {
      const auto got = negotiate(row.headers);
      BOOST_TEST(got.value_or(0) == row.expected);
      if (!got) BOOST_TEST((got.error().code == error_code::not_acceptable));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
