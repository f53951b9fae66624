#include "tests/unit/actors/node/bench_node.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

const std::string claimant = "22222222-bbbb-4bbb-8bbb-000000000006";
const std::string rival = "22222222-bbbb-4bbb-8bbb-000000000007";

bench_node available_node() {
  auto n = manageable();
  n.order("provide");
  n.run();
  n.edit().about.power_state = "power off";
  n.edit().about.resource_class = "gold";
  n.edit().traits = {"CUSTOM_A"};
  return n;
}

std::string refusal_of(const reply& x) {
  return x.body.empty() ? "" : json::parse(x.body).value("refusal", "");
}

std::string claim_by(bench_node& n, const std::string& who,
                     const std::vector<std::string>& traits = {}) {
  return refusal_of(n.tell(claim_node{who, "gold", traits, {}, false}));
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_node_belongs_to_the_first_allocation_that_asks) {
  auto n = available_node();
  BOOST_TEST(claim_by(n, claimant, {"CUSTOM_A"}).empty());
  BOOST_TEST(n.now().about.instance_uuid.value() == claimant);
  BOOST_TEST(n.now().about.instance_info["traits"] == json::array({"CUSTOM_A"}));
  BOOST_TEST(!claim_by(n, rival).empty());
  BOOST_TEST(n.now().about.allocation_uuid.value() == claimant);
  BOOST_TEST(claim_by(n, claimant).empty());  // asked again, it says the same
}

BOOST_AUTO_TEST_CASE(a_node_that_does_not_fit_says_why) {
  auto n = available_node();
  BOOST_TEST(claim_by(n, claimant, {"CUSTOM_B"}) == "it does not have all of the requested traits");
  BOOST_TEST(refusal_of(n.tell(claim_node{claimant, "silver", {}, {}, false})) ==
             "its resource class is gold");
  BOOST_TEST(refusal_of(n.tell(claim_node{claimant, "gold", {}, "o1", false})) ==
             "it has another owner");
  n.edit().about.maintenance = true;
  BOOST_TEST(claim_by(n, claimant) == "it is in maintenance");
  n.edit().about.maintenance = false;
  n.edit().about.power_state.reset();
  BOOST_TEST(claim_by(n, claimant) == "its power state is unknown");
  BOOST_TEST(!n.now().about.instance_uuid.has_value());
}

BOOST_AUTO_TEST_CASE(an_allocation_of_a_node_in_use_does_not_end) {
  auto n = available_node();
  claim_by(n, claimant);
  n.order("active");
  n.run();
  BOOST_TEST(n.state() == "active");
  const auto refused = n.tell(release_node{claimant}).refused;
  BOOST_TEST((refused && refused->code == error_code::conflict));
  n.order("deleted");
  n.run();
  BOOST_TEST(!n.now().about.allocation_uuid.has_value());  // it ended with the instance
}

BOOST_AUTO_TEST_CASE(a_released_node_is_nobodys) {
  auto n = available_node();
  claim_by(n, claimant);
  n.tell(release_node{rival});
  BOOST_TEST(n.now().about.instance_uuid.has_value());
  n.tell(release_node{claimant});
  BOOST_TEST(!n.now().about.instance_uuid.has_value());
  BOOST_TEST(!n.now().about.allocation_uuid.has_value());
}
