#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/inspection_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using std::chrono::seconds;

BOOST_AUTO_TEST_SUITE(inspection_through_the_agent)

BOOST_AUTO_TEST_CASE(drivers_make_the_api_call_and_the_rules_continue) {
  auto n = awaiting_data();
  n.policy.api_call_hosts = {"cmdb"};
  use_rules(n,
            {{{"priority", 2}, {"phase", "preprocess"}, {"actions", {api_call("http://cmdb/0")}}},
             {{"priority", 1}, {"actions", {api_call("http://cmdb/1"), set_extra("a", "b")}}}});
  send_data(n);
  for (const auto* url : {"http://cmdb/0", "http://cmdb/1"}) {
    BOOST_REQUIRE(n.is_out());
    BOOST_TEST(n.request().what.name == "call_api");
    BOOST_TEST(n.request().what.args["url"] == url);
    BOOST_TEST(n.state() == "inspecting");
    BOOST_TEST(n.now().attributes.extra.empty());
    BOOST_TEST(kept_inventory(n) == nullptr);
    step_outcome x;
    x.answer = json::object();
    n.answer(std::move(x));
  }
  BOOST_TEST(n.now().attributes.extra == json({{"a", "b"}}));
  n.run();
  BOOST_TEST(n.state() == "manageable");
  for (const auto& x : n.rows())
    if (x.collection == "operations")
      BOOST_TEST(x.summary.find("hush") == std::string::npos, x.summary);
}

BOOST_AUTO_TEST_CASE(an_api_call_that_fails_fails_the_inspection) {
  auto n = awaiting_data();
  n.policy.api_call_hosts = {"cmdb"};
  use_rules(n, {{{"actions", {api_call("http://cmdb/1"), set_extra("a", "b")}}}});
  send_data(n);
  step_outcome x;
  x.answer = {{"error", "it answered with status 403"}};
  n.answer(std::move(x));
  BOOST_TEST(n.state() == "inspect failed");
  BOOST_TEST(n.now().attributes.last_error->find("403") != std::string::npos);
  BOOST_TEST(n.now().attributes.extra.empty());
}

BOOST_AUTO_TEST_CASE(a_silent_driver_of_an_api_call_leaves_no_secret_behind) {
  auto n = awaiting_data();
  n.policy.api_call_hosts = {"cmdb"};
  use_rules(n, {{{"actions", {api_call("http://cmdb/1")}}}});
  send_data(n);
  n.pass(seconds{1801});
  BOOST_TEST(n.state() == "inspect failed");
  n.run();
  for (const auto& x : n.rows())
    if (x.collection == "operations")
      BOOST_TEST(x.summary.find("hush") == std::string::npos, x.summary);
}
BOOST_AUTO_TEST_SUITE_END()
