#include "token_fixture.hpp"

#include <boost/test/unit_test.hpp>

// Limits of users and projects through the whole gateway.

namespace {

using namespace ironbus;
using namespace ironbus::test;

struct rate_fixture : token_fixture {
  static http::gateway_options limited() {
    http::gateway_options out;
    out.identities.requests_per_second = 1;
    out.identities.requests_burst = 2;
    return out;
  }
  rate_fixture() : token_fixture(limited()) {}
};

struct quota_fixture : token_fixture {
  static http::gateway_options limited() {
    http::gateway_options out;
    out.projects.nodes_max = 1;
    out.projects.allocations_max = 1;
    out.projects.operations_max = 1;
    return out;
  }
  quota_fixture() : token_fixture(limited()) {}

  answer allocate(const std::string& login) const {
    return ask_as(login, "POST", "/v1/allocations", R"({"resource_class":"x"})");
  }
  answer manage(const std::string& target = "manage") const {
    return ask_as(as_bob, "PUT", "/v1/nodes/" + owned + "/states/provision",
                  to_text({{"target", target}}));
  }
  /// A node of p1.
  void put_owned(const std::string& uuid, const std::string& name) {
    auto node = sample_node(uuid, name);
    node.attributes.owner = "p1";
    records.put(node);
  }
  void put_working(const std::string& uuid) {
    records.put_row("nodes", {uuid, uuid, "{}", {}},
                    {{"project", "p1"}, {"provision_state", "cleaning"}});
  }

  const std::string owned = "33333333-aaaa-4aaa-8aaa-000000000003";
};

void check_refused(const answer& got, const std::string& option, const std::string& seconds) {
  BOOST_TEST(got.status == 429);
  BOOST_TEST(got.headers.at("retry-after") == seconds);
  BOOST_TEST(got.error().find("The option " + option + " allows ") == 0U, got.error());
  BOOST_TEST(got.error().find(" at most ") != std::string::npos, got.error());
}

BOOST_AUTO_TEST_SUITE(user_limits)

// The steady clock runs: only the burst is certain, and a pause would need a second.
BOOST_FIXTURE_TEST_CASE(a_user_has_a_rate_and_others_do_not_matter, rate_fixture) {
  unsigned refused = 0;
  for (int i = 0; i < 40; ++i) {
    const auto got = ask_as(as_bob, "GET", "/v1/nodes");
    if (got.status != 429) continue;
    ++refused;
    check_refused(got, "api.requests_per_second_per_user", "1");
  }
  BOOST_TEST(refused > 0U);
  BOOST_TEST(ask_as(as_eve, "GET", "/v1/nodes").status == 200);
}

BOOST_FIXTURE_TEST_CASE(agents_and_health_checks_have_no_rate, rate_fixture) {
  for (int i = 0; i < 10; ++i) {
    BOOST_TEST(ask_as("", "GET", "/healthz").status == 200);
    BOOST_TEST(ask_as("", "GET", "/v1/lookup?addresses=52:54:00:ff:ff:ff").status == 404);
  }
}

BOOST_FIXTURE_TEST_CASE(a_project_owns_so_many_nodes, quota_fixture) {
  const auto create = [&](const std::string& owner) {
    return ask_as(as_ann, "POST", "/v1/nodes",
                  to_text({{"driver", "fake-hardware"}, {"owner", owner}}));
  };
  BOOST_TEST(create("p1").status != 429);
  put_owned(owned, "own-1");
  check_refused(create("p1"), "api.nodes_per_project_max", "60");
  BOOST_TEST(create("p2").status != 429);
  const auto move = ask_as(as_ann, "PATCH", "/v1/nodes/web-1",
                           R"([{"op":"replace","path":"/owner","value":"p1"}])");
  check_refused(move, "api.nodes_per_project_max", "60");
}

BOOST_FIXTURE_TEST_CASE(a_project_owns_so_many_allocations, quota_fixture) {
  BOOST_TEST(allocate(as_bob).status != 429);
  records.put_row("allocations", {node_1, node_1, "{}", {}}, {{"owner", "p1"}});
  check_refused(allocate(as_bob), "api.allocations_per_project_max", "60");
  BOOST_TEST(allocate(as_ann).status != 429);
}

BOOST_FIXTURE_TEST_CASE(a_project_runs_so_many_operations, quota_fixture) {
  put_owned(owned, "own-1");
  BOOST_TEST(manage().status == 202);
  put_working(node_2);
  check_refused(manage(), "api.operations_per_project_max", "30");
  BOOST_TEST(manage("abort").status == 202);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
