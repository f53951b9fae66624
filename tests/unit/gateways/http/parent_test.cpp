#include "project_fixture.hpp"

#include <boost/test/unit_test.hpp>

// Parents of nodes and their owners.

namespace {

using namespace ironbus;
using namespace ironbus::test;

/// Node 1 and node 3 belong to p1, node 2 to p2.
struct parent_fixture : project_fixture {
  parent_fixture() {
    own(node_2, "web-2", "p2");
    own(node_3, "web-3", "p1");
    messages.answer = [](const envelope& head, const command&) -> std::optional<reply> {
      return reply{{}, encode_snapshot(sample_node(head.subject, "web-1"))};
    };
  }

  answer move(const std::string& user, const std::string& parent) const {
    return ask_as(user, "PATCH", "/v1/nodes/" + node_1,
                  R"([{"op": "replace", "path": "/parent_node", "value": ")" + parent + R"("}])");
  }
  answer enrol(const std::string& user, const std::string& parent) const {
    return ask_as(user, "POST", "/v1/nodes",
                  R"({"driver": "fake-hardware", "parent_node": ")" + parent + R"("})");
  }
  static std::string refusal_of(const std::string& parent) {
    return "Invalid value for 'parent_node': node " + parent +
           " could not be found. It must have the same owner.";
  }

  const std::string node_3 = "11111111-aaaa-4aaa-8aaa-000000000003";
};

BOOST_FIXTURE_TEST_SUITE(parents, parent_fixture)

BOOST_AUTO_TEST_CASE(a_node_moves_below_a_node_of_its_owner) {
  BOOST_TEST(move("root", "web-3").status == 200);
  const auto sent = messages.commands().at(0);
  const auto what = std::get<update_node>(decode_command(sent).value());
  BOOST_TEST(what.patch.at(0).value == node_3);
  BOOST_TEST((sent.seen == seen_access{"p1", {}}));  // The node decides on its owner again.
}

BOOST_AUTO_TEST_CASE(nothing_moves_between_owners) {
  for (const auto& parent : {node_2, std::string{"web-2"}, std::string{"missing"}}) {
    const auto got = move("root", parent);
    BOOST_TEST(got.status == 400, parent);
    BOOST_TEST(got.error() == refusal_of(parent));
  }
  BOOST_TEST(messages.commands().empty());
}

BOOST_AUTO_TEST_CASE(a_new_node_has_the_owner_of_its_parent) {
  BOOST_TEST(enrol("ann", "web-3").status == 201);
  for (const auto& parent : {node_2, std::string{"missing"}}) {
    const auto got = enrol("ann", parent);
    BOOST_TEST(got.status == 400, parent);
    BOOST_TEST(got.error() == refusal_of(parent));
  }
  BOOST_TEST(enrol("root", "web-3").status == 400);  // The new node has no owner.
  BOOST_TEST(messages.commands().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_port_can_not_move_to_another_node) {
  auto node = sample_node(node_1, "web-1");
  node.ports.push_back(port{});
  node.ports.back().uuid = "22222222-bbbb-4bbb-8bbb-000000000009";
  node.ports.back().address = "52:54:00:00:00:09";
  node.ports.back().node_uuid = node_1;
  records.put(node);
  const auto got =
      ask_as("root", "PATCH", "/v1/ports/" + node.ports.back().uuid,
             R"([{"op": "replace", "path": "/node_uuid", "value": ")" + node_3 + R"("}])");
  BOOST_TEST(got.status == 400);
  BOOST_TEST(messages.commands().empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
