#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

const std::string claimant = "22222222-bbbb-4bbb-8bbb-000000000006";
const std::string rival = "22222222-bbbb-4bbb-8bbb-000000000007";

node_fixture available_node() {
  auto n = manageable();
  n.order("provide");
  n.run();
  n.edit().attributes.power_state = power_state::off;
  n.edit().attributes.resource_class = "gold";
  n.edit().traits = {"CUSTOM_A"};
  return n;
}

/// The node's last message to an allocation.
template <class Answer>
Answer answer_sent(const node_fixture& fixture) {
  const auto sent = decode_record_command(fixture.events().back());
  BOOST_REQUIRE(sent);
  BOOST_REQUIRE(std::holds_alternative<Answer>(*sent));
  return std::get<Answer>(*sent);
}

std::string refusal_of(node_fixture& n, const claim_node& x) {
  n.tell(x);
  return answer_sent<answer_claim>(n).refusal.value_or("");
}

std::string claim_by(node_fixture& n, const std::string& who,
                     const std::vector<std::string>& traits = {}) {
  return refusal_of(n, claim_node{who, "gold", traits, {}, false});
}

/// A decision for a missing node.
std::vector<record_command> commands_sent_without_requester(const command& command) {
  const driver_catalog drivers;
  const installation_policy policy;
  const conductor_options options;
  const auto d =
      decide(nullptr, test_uuid, "m-1", command, {{}, drivers, policy, options, "bench"});
  BOOST_TEST(!d.answer.refused.has_value());
  std::vector<record_command> out;
  for (const auto& sent : d.messages())
    out.push_back(decode_record_command(decode_envelope(sent.body).value()).value());
  return out;
}

}  // namespace

// The first reply may have been lost with the process's bus.
BOOST_AUTO_TEST_CASE(a_repeated_request_is_answered_again) {
  auto n = available_node();
  n.tell(claim_node{claimant, "gold", {}, {}, false});
  auto sent = n.events().size();
  n.repeat_last();
  BOOST_TEST(n.events().size() == sent + 1);
  BOOST_TEST(!answer_sent<answer_claim>(n).refusal);

  n.tell(release_node{claimant});
  sent = n.events().size();
  n.repeat_last();
  BOOST_TEST(n.events().size() == sent + 1);
  BOOST_TEST(answer_sent<delete_record>(n).node.value() == test_uuid);
}

BOOST_AUTO_TEST_CASE(a_repeated_rejected_request_changes_nothing) {
  auto n = available_node();
  n.edit().attributes.maintenance = true;
  BOOST_TEST(claim_by(n, claimant) == "it is in maintenance");
  n.edit().attributes.maintenance = false;  // by now it would fit
  n.repeat_last();
  BOOST_TEST(answer_sent<answer_claim>(n).refusal.value() ==
             "it has refused the allocation before");
  BOOST_TEST(!n.now().attributes.allocation_uuid);

  BOOST_TEST(claim_by(n, rival).empty());
  n.edit().attributes.state = provision_state::active;
  n.tell(release_node{rival});
  n.edit().attributes.maintenance = true;  // by now it would be released
  n.repeat_last();
  BOOST_TEST(answer_sent<answer_release>(n).node == test_uuid);
  BOOST_TEST(n.now().attributes.allocation_uuid.value() == rival);
}

BOOST_AUTO_TEST_CASE(a_node_belongs_to_the_first_allocation) {
  auto n = available_node();
  BOOST_TEST(claim_by(n, claimant, {"CUSTOM_A"}).empty());
  BOOST_TEST(n.now().attributes.instance_uuid.value() == claimant);
  BOOST_TEST(n.now().attributes.instance_info["traits"] == json::array({"CUSTOM_A"}));
  BOOST_TEST(!claim_by(n, rival).empty());
  BOOST_TEST(n.now().attributes.allocation_uuid.value() == claimant);
  BOOST_TEST(claim_by(n, claimant).empty());  // a repeated claim gets the same reply
}

BOOST_AUTO_TEST_CASE(a_node_that_does_not_fit_says_why) {
  auto n = available_node();
  BOOST_TEST(claim_by(n, claimant, {"CUSTOM_B"}) == "it does not have all of the requested traits");
  BOOST_TEST(refusal_of(n, {claimant, "silver", {}, {}, false}) == "its resource class is gold");
  BOOST_TEST(refusal_of(n, {claimant, "gold", {}, "o1", false}) ==
             "it has another owner and lessee");
  n.edit().attributes.maintenance = true;
  BOOST_TEST(claim_by(n, claimant) == "it is in maintenance");
  n.edit().attributes.maintenance = false;
  n.edit().attributes.power_state.reset();
  BOOST_TEST(claim_by(n, claimant) == "its power state is unknown");
  BOOST_TEST(!n.now().attributes.instance_uuid.has_value());
}

BOOST_AUTO_TEST_CASE(an_allocation_of_a_node_in_use_does_not_end) {
  auto n = available_node();
  claim_by(n, claimant);
  n.order("active");
  n.run();
  BOOST_TEST(n.state() == "active");
  n.tell(release_node{claimant});
  BOOST_TEST(answer_sent<answer_release>(n).refusal ==
             "Allocation " + claimant + " can not be removed while its node " +
                 n.now().attributes.uuid + " is in state 'active'.");
  BOOST_TEST(n.now().attributes.allocation_uuid.has_value());
  n.order("deleted");
  n.run();
  BOOST_TEST(!n.now().attributes.allocation_uuid.has_value());  // it ended with the instance
}

BOOST_AUTO_TEST_CASE(a_released_node_has_no_allocation) {
  auto n = available_node();
  claim_by(n, claimant);
  n.tell(release_node{rival});
  BOOST_TEST(answer_sent<delete_record>(n).node.value() == n.now().attributes.uuid);
  BOOST_TEST(n.now().attributes.instance_uuid.has_value());
  n.tell(release_node{claimant});
  BOOST_TEST(!n.now().attributes.instance_uuid.has_value());
  BOOST_TEST(!n.now().attributes.allocation_uuid.has_value());
}

BOOST_AUTO_TEST_CASE(a_node_in_use_can_be_recorded_and_says_its_class) {
  auto n = available_node();
  n.order("active");
  n.run();
  BOOST_TEST(refusal_of(n, {claimant, "gold", {}, {}, false}) == "it is in state 'active'");
  BOOST_TEST(refusal_of(n, {claimant, "gold", {}, {}, true}).empty());
  n.tell(claim_node{claimant, {}, {}, {}, true});
  BOOST_TEST(answer_sent<answer_claim>(n).resource_class.value() == "gold");
  BOOST_TEST(n.now().attributes.allocation_uuid.value() == claimant);
}

BOOST_AUTO_TEST_CASE(a_deleted_allocation_is_released_even_in_use) {
  auto n = available_node();
  claim_by(n, claimant);
  n.order("active");
  n.run();
  n.tell(release_node{claimant, true});
  BOOST_TEST(!n.now().attributes.allocation_uuid.has_value());
  BOOST_TEST(n.now().attributes.instance_uuid.value() == claimant);  // the instance stays
}

BOOST_AUTO_TEST_CASE(in_maintenance_it_is_released_even_in_use) {
  auto n = available_node();
  claim_by(n, claimant);
  n.order("active");
  n.run();
  n.tell(set_maintenance{true, {}});
  n.tell(release_node{claimant});
  BOOST_TEST(!n.now().attributes.allocation_uuid.has_value());
  BOOST_TEST(!n.now().attributes.instance_uuid.has_value());
}

BOOST_AUTO_TEST_CASE(requests_to_a_deleted_node_are_answered) {
  const auto claimed = commands_sent_without_requester(claim_node{claimant, "gold", {}, {}, false});
  BOOST_TEST_REQUIRE(claimed.size() == 1U);
  BOOST_TEST(std::get<answer_claim>(claimed[0]).refusal.value() == "it does not exist");
  const auto released = commands_sent_without_requester(release_node{claimant});
  BOOST_TEST_REQUIRE(released.size() == 1U);
  BOOST_TEST(std::get<delete_record>(released[0]).node.value() == test_uuid);
}

BOOST_AUTO_TEST_CASE(a_rejection_by_the_store_refuses_the_claim) {
  auto n = available_node();
  BOOST_TEST(refusal_of(n, {claimant, "gold", {}, {}, false, "another has it"}) ==
             "another has it");
  BOOST_TEST(!n.now().attributes.instance_uuid.has_value());
}
