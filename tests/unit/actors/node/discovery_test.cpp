#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/inspection_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

BOOST_AUTO_TEST_SUITE(discovery)

namespace {

/// The decision about an unknown machine.
decision discovered(const node_fixture& like, const continue_inspection& inspection,
                    const driver_catalog& drivers) {
  const context ctx{like.time, drivers, like.installation, like.options, "bench", "bench",
                    "client",  "id",    like.policy,       like.rules,   {}};
  return decide(nullptr, test_uuid, "message", command{inspection}, ctx);
}

continue_inspection unknown_machine() {
  continue_inspection out{inventory_of(), json::object()};
  out.discover_as = "fake-hardware";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_unknown_machine_is_enrolled_and_its_rules_apply) {
  node_fixture like;
  like.policy.discovery_scope = "new";
  use_rules(like, {{{"scope", "new"},
                    {"conditions", {{{"op", "is-true"}, {"args", {"{node.auto_discovered}"}}}}},
                    {"actions", {set_extra("a", "b")}}}});
  const auto drivers = make_catalog();
  const auto d = discovered(like, unknown_machine(), drivers);
  BOOST_REQUIRE(!d.answer.refused);
  const auto& attributes = d.next.attributes;
  BOOST_TEST((attributes.state == provision_state::enroll));
  BOOST_TEST(attributes.driver == "fake-hardware");
  BOOST_TEST(attributes.extra == json({{"a", "b"}}));
  BOOST_TEST(!attributes.last_error);
  BOOST_TEST(!attributes.inspection_started_at);
  BOOST_TEST(d.next.ports.size() == 1U);
  BOOST_TEST(!d.rows().empty());
}

BOOST_AUTO_TEST_CASE(a_failure_enrols_the_machine_with_last_error) {
  node_fixture like;
  use_rules(like, {{{"actions", {set_extra("a", "b"), {{"op", "fail"}, {"args", {"no"}}}}}}});
  const auto drivers = make_catalog();
  const auto d = discovered(like, unknown_machine(), drivers);
  BOOST_TEST((d.next.attributes.state == provision_state::enroll));
  BOOST_TEST(d.next.attributes.last_error->find("no") != std::string::npos);
  BOOST_TEST(d.next.attributes.extra.empty());
  BOOST_TEST(d.next.ports.empty());
}

BOOST_AUTO_TEST_CASE(an_api_call_cannot_wait_for_a_discovered_node) {
  node_fixture like;
  like.policy.api_call_hosts = {"cmdb"};
  use_rules(like, {{{"actions", {api_call("http://cmdb/1")}}}});
  const auto drivers = make_catalog();
  const auto d = discovered(like, unknown_machine(), drivers);
  BOOST_TEST(d.next.attributes.last_error->find("api-call") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_disabled_driver_enrols_no_node) {
  node_fixture like;
  const auto drivers = make_catalog();
  auto x = unknown_machine();
  x.discover_as = "nonsense";
  BOOST_TEST(discovered(like, x, drivers).answer.refused.has_value());
}

BOOST_AUTO_TEST_CASE(an_existing_node_is_not_discovered_again) {
  node_fixture n;
  BOOST_TEST((n.tell(unknown_machine()).refused->code == error_code::conflict));
}

BOOST_AUTO_TEST_SUITE_END()
