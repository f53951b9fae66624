#include "drivers/kit/bmc/bmc_metrics.hpp"

#include "messages/platform/metrics.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

/// Number of requests of a vendor that BMCs rejected.
double refused(const std::string& vendor) {
  double out = 0;
  const auto all = metrics::collect();
  for (const auto& [names, sample] : all.at("ironbus_bmc_call_seconds").by_labels)
    if (names == metrics::labels{{"protocol", "ipmi"}, {"vendor", vendor}, {"result", "refused"}})
      for (const auto in_bucket : sample.in_bucket) out += static_cast<double>(in_bucket);
  return out;
}

void count(const json& properties) {
  observe_bmc_call(bmc_protocol::ipmi, vendor_number(properties), bmc_result::refused,
                   std::chrono::steady_clock::now());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(calls_of_bmcs)

BOOST_AUTO_TEST_CASE(recognises_manufacturers_by_name) {
  for (const auto* name : {"HPE", "Hewlett Packard Enterprise", "hewlett-packard"})
    count({{"vendor", name}});
  BOOST_TEST(refused("hpe") == 3);
  count({{"vendor", "Dell Inc."}});
  BOOST_TEST(refused("dell") == 1);
}

BOOST_AUTO_TEST_CASE(the_number_of_manufacturers_is_fixed) {
  const auto before = refused("other");
  for (int i = 0; i < 1000; ++i) count({{"vendor", "maker " + std::to_string(i)}});
  BOOST_TEST(refused("other") - before == 1000);
}

BOOST_AUTO_TEST_CASE(a_node_without_a_vendor_is_unknown) {
  for (const json& properties : {json::object(), json{{"vendor", 7}}, json{{"vendor", ""}}, json{}})
    BOOST_TEST(vendor_number(properties) == unknown_vendor());
}

BOOST_AUTO_TEST_SUITE_END()
