#include "project_fixture.hpp"

#include <boost/test/unit_test.hpp>

// The owner of a node changes between the check of a request and its command.

namespace {

using namespace ironbus;
using namespace ironbus::test;

const std::string raced_node = "/v1/nodes/" + node_1;
const std::string raced_power = raced_node + "/states/power";
const std::string power_off = R"({"target": "power off"})";

/// A conductor whose nodes have the owner `owner`: it refuses commands whose permission is based on
/// another one.
struct race_fixture : project_fixture {
  race_fixture() {
    messages.answer = [this](const envelope& head, const command&) -> std::optional<reply> {
      ++asked;
      if (is_still(head.seen, access)) return reply{};
      on_refusal();
      return reply{access_has_changed("node " + node_1), {}};
    };
  }

  seen_access access{"p1", {}};
  std::function<void()> on_refusal = [] {};  ///< Called before a refusal is sent.
  int asked = 0;
};

BOOST_FIXTURE_TEST_SUITE(access_race, race_fixture)

BOOST_AUTO_TEST_CASE(the_command_carries_the_access_that_was_seen) {
  BOOST_TEST(ask_as("ann", "PUT", raced_power, power_off).status == 202);
  BOOST_REQUIRE(messages.commands().size() == 1U);
  BOOST_TEST((messages.commands()[0].seen == seen_access{"p1", {}}));
}

BOOST_AUTO_TEST_CASE(a_permission_that_needs_no_object_is_not_bound_to_one) {
  access.owner = "p2";
  BOOST_TEST(ask_as("root", "PUT", raced_power, power_off).status == 202);
  BOOST_TEST(!messages.commands().at(0).seen);
}

BOOST_AUTO_TEST_CASE(a_user_who_lost_the_node_does_nothing_to_it) {
  access.owner = "p2";
  on_refusal = [this] { own(node_1, "web-1", "p2"); };
  const auto got = ask_as("ann", "PUT", raced_power, power_off);
  BOOST_TEST(got.status == 404);
  BOOST_TEST(got.error() == "Node " + node_1 + " could not be found.");
  BOOST_TEST(asked == 1);
}

BOOST_AUTO_TEST_CASE(a_user_who_only_leases_the_node_now_gets_403) {
  access = {"p2", "p1"};
  on_refusal = [this] { own(node_1, "web-1", "p2", "p1"); };
  const std::string patch = R"([{"op": "replace", "path": "/name", "value": "mine"}])";
  BOOST_TEST(ask_as("ann", "PATCH", raced_node, patch).status == 403);
  BOOST_TEST(asked == 1);
}

BOOST_AUTO_TEST_CASE(a_user_who_still_may_succeeds) {
  access = {"p1", "p2"};
  on_refusal = [this] { own(node_1, "web-1", "p1", "p2"); };
  BOOST_TEST(ask_as("ann", "PUT", raced_power, power_off).status == 202);
  BOOST_TEST(asked == 2);
  BOOST_TEST((messages.commands().at(1).seen == access));
}

BOOST_AUTO_TEST_CASE(an_access_that_keeps_changing_ends_with_a_conflict) {
  access.owner = "p9";
  const auto got = ask_as("ann", "PUT", raced_power, power_off);
  BOOST_TEST(got.status == 409);
  BOOST_TEST(got.error() == access_has_changed("node " + node_1).message);
  BOOST_TEST(asked == 4);
}

BOOST_AUTO_TEST_CASE(the_parts_of_a_node_are_bound_to_its_owner) {
  auto node = sample_node(node_1, "web-1");
  node.attributes.owner = "p1";
  node.ports.push_back(port{});
  node.ports.back().uuid = "22222222-bbbb-4bbb-8bbb-000000000009";
  node.ports.back().address = "52:54:00:00:00:09";
  node.ports.back().node_uuid = node_1;
  records.put(node);
  access.owner = "p2";
  on_refusal = [this] { own(node_1, "web-1", "p2"); };
  const auto path = "/v1/ports/" + node.ports.back().uuid;
  BOOST_TEST(ask_as("ann", "DELETE", path).status == 404);
  BOOST_TEST(asked == 1);
  BOOST_TEST(ask_as("ann", "POST", "/v1/ports",
                    R"({"address": "52:54:00:00:00:0a", "node_uuid": ")" + node_1 + R"("})")
                 .status == 403);
  BOOST_TEST(asked == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
