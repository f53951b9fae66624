#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

node_fixture owned_by(const std::string& owner) {
  auto n = available();
  BOOST_REQUIRE(!n.tell(update_node{{{"add", "/owner", owner}}, false, 115}).refused);
  return n;
}

std::string reply_code(const reply& x) {
  return x.refused ? std::string{to_string(x.refused->code)} : "accepted";
}

const command new_reason = set_maintenance{true, "disk"};

}  // namespace

BOOST_AUTO_TEST_CASE(a_permission_for_another_owner_does_not_count) {
  auto n = owned_by("p1");
  for (const auto& other : {seen_access{"p2", {}}, seen_access{{}, {}}, seen_access{"p1", "p3"}}) {
    n.seen = other;
    const auto answer = n.tell(new_reason);
    BOOST_TEST(reply_code(answer) == "access_changed");
    BOOST_TEST(answer.refused->message ==
               "The owner or lessee of node " + std::string{test_uuid} +
                   " has changed while the request was checked. Nothing was done. Read it and "
                   "repeat the request.");
    BOOST_TEST(!n.now().attributes.maintenance);
  }
  n.seen = seen_access{"p1", {}};
  BOOST_TEST(reply_code(n.tell(new_reason)) == "accepted");
  BOOST_TEST(n.now().attributes.maintenance);
}

BOOST_AUTO_TEST_CASE(events_name_the_lessee) {
  auto n = owned_by("p1");
  BOOST_TEST(n.events().back().lessee == "");
  BOOST_REQUIRE(!n.patch("add", "/lessee", "p2").refused);
  BOOST_TEST(n.events().back().lessee == "p2");
}

BOOST_AUTO_TEST_CASE(a_permission_without_the_object_always_counts) {
  auto n = owned_by("p1");
  n.seen.reset();
  BOOST_TEST(reply_code(n.tell(new_reason)) == "accepted");
}

BOOST_AUTO_TEST_CASE(a_machine_is_not_touched_without_the_permission) {
  auto n = owned_by("p1");
  n.seen = seen_access{"p2", {}};
  BOOST_TEST(reply_code(n.power("power off")) == "access_changed");
  BOOST_TEST(reply_code(n.order("active")) == "access_changed");
  BOOST_TEST(reply_code(n.tell(delete_node{})) == "access_changed");
  BOOST_TEST(!n.is_out());
  BOOST_TEST(n.state() == "available");
}

BOOST_AUTO_TEST_CASE(a_repeated_command_gets_its_answer_after_a_change_of_the_owner) {
  auto n = owned_by("p1");
  n.seen = seen_access{"p1", {}};
  const command change = update_node{{{"replace", "/owner", "p2"}}, false, 115};
  BOOST_TEST(reply_code(n.tell(change)) == "accepted");
  BOOST_TEST(reply_code(n.repeat_last().answer) == "accepted");
  BOOST_TEST(*n.now().attributes.owner == "p2");
}

BOOST_AUTO_TEST_CASE(a_deferred_command_is_checked_when_it_is_handled) {
  auto n = owned_by("p1");
  n.tell(create_part{"volume_connector",
                     {{"uuid", "22222222-bbbb-4bbb-8bbb-000000000001"},
                      {"type", "iqn"},
                      {"connector_id", "iqn.2026:one"}},
                     115});
  n.power("power off");
  n.seen = seen_access{"p1", {}};
  BOOST_TEST(n.tell(update_part{"volume_connector",
                                "22222222-bbbb-4bbb-8bbb-000000000001",
                                {{"replace", "/connector_id", "iqn.2026:two"}},
                                115})
                 .later);
  BOOST_TEST((n.now().deferred.at(0).seen == n.seen));
  const auto id = n.last_id();
  n.seen.reset();
  BOOST_REQUIRE(!n.patch("replace", "/owner", "p2").refused);
  n.done();
  BOOST_REQUIRE(n.later(id).has_value());
  BOOST_TEST(reply_code(*n.later(id)) == "access_changed");
  BOOST_TEST(n.now().volume_connectors.at(0).connector_id == "iqn.2026:one");
}
