#include "ops/ironbusd/fleet_view/oddity_report.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::fleet_view;

BOOST_AUTO_TEST_SUITE(oddity_reports)

BOOST_AUTO_TEST_CASE(lists_the_deviations_with_their_meaning) {
  const json node{
      {"uuid", "u-1"},
      {"name", "r1"},
      {"driver_internal_info",
       {{"bmc_oddities", {{"invalid_utf8", "/redfish/v1/Systems/1"}, {"newer", "/x"}}}}}};
  const auto document = oddity_document(node);
  BOOST_TEST(document["oddities"].size() == 2U);
  BOOST_TEST(document["oddities"][0] == (json{{"kind", "invalid_utf8"},
                                              {"meaning", "the BMC sends text that is not UTF-8"},
                                              {"where", "/redfish/v1/Systems/1"}}));
  BOOST_TEST(oddity_text(document) ==
             "r1: deviations of the BMC from Redfish\n"
             "  invalid_utf8: the BMC sends text that is not UTF-8\n"
             "      first: /redfish/v1/Systems/1\n"
             "  newer: newer\n"
             "      first: /x\n");
}

BOOST_AUTO_TEST_CASE(a_node_may_have_none) {
  for (const json& internal : {json{}, json::object(), json{{"bmc_oddities", 5}}}) {
    const auto document =
        oddity_document({{"uuid", "u-1"}, {"name", nullptr}, {"driver_internal_info", internal}});
    BOOST_TEST(document["oddities"].empty());
    BOOST_TEST(oddity_text(document) == "u-1: the BMC has shown no deviation from Redfish.\n");
  }
}

BOOST_AUTO_TEST_SUITE_END()
