#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

// The steps that verify a node.

using namespace ironbus;
using namespace ironbus::test;

namespace {

using step_names = std::vector<std::string>;

/// Up to the first optional step.
node_fixture verified_but_for_facts() {
  node_fixture n{json{{"management_interface", "telling"}}};
  n.order("manage");
  n.done();
  BOOST_REQUIRE(n.request().what.name == "detect_vendor");
  return n;
}

step_outcome found(const json& properties) {
  step_outcome out;
  out.observed.properties = properties;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(verification)

BOOST_AUTO_TEST_CASE(a_machine_is_identified_after_its_power_is_read) {
  auto n = verified_but_for_facts();
  n.answer(found({{"vendor", "acme"}}));
  step_outcome mode;
  mode.observed.boot_mode = "uefi";
  n.answer(std::move(mode));
  BOOST_TEST(n.state() == "manageable");
  BOOST_TEST(n.asked() == (step_names{"power.get_power_state", "management.detect_vendor",
                                      "management.get_boot_mode"}),
             boost::test_tools::per_element());
  BOOST_TEST(n.now().attributes.properties.value("vendor", "") == "acme");
  BOOST_TEST(n.now().attributes.boot_mode.value() == "uefi");
}

BOOST_AUTO_TEST_CASE(data_that_a_bmc_lacks_is_skipped) {
  auto n = verified_but_for_facts();
  n.answer(step_status::failed, "there is no such thing");
  BOOST_TEST(std::any_of(n.logged.begin(), n.logged.end(), [](const auto& line) {
    return line.find("there is no such thing") != std::string::npos;
  }));
  BOOST_TEST(n.request().what.name == "get_boot_mode");
  const auto& entry = n.now().current->ledger.at(1);
  BOOST_TEST(entry.name == "detect_vendor");
  BOOST_TEST(entry.status == "failed");
  n.answer(step_status::failed, "nor is there this");
  BOOST_TEST(n.state() == "manageable");
  BOOST_TEST(!n.now().attributes.last_error);
}

BOOST_AUTO_TEST_CASE(a_silent_bmc_is_then_no_failure) {
  auto n = verified_but_for_facts();
  n.pass(2 * n.options.step_timeout);
  BOOST_TEST(n.request().what.name == "get_boot_mode");
  n.done();
  BOOST_TEST(n.state() == "manageable");
  BOOST_TEST(!n.now().attributes.last_error);
}

BOOST_AUTO_TEST_CASE(without_its_power_it_is_not_verified) {
  node_fixture n{json{{"management_interface", "telling"}}};
  n.order("manage");
  n.answer(step_status::failed, "no route to host");
  BOOST_TEST(n.state() == "enroll");
}

BOOST_AUTO_TEST_SUITE_END()
