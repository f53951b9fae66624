#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

// Two listeners: one for users, one for ramdisks.

namespace {

using namespace ironbus;
using namespace ironbus::test;

http::gateway_options with_two_listeners() {
  http::gateway_options out;
  out.ramdisk_host = "127.0.0.1";
  return out;
}

struct listeners_fixture : gateway_fixture {
  listeners_fixture() : gateway_fixture(with_two_listeners()) {}

  answer ask_as_ramdisk(const std::string& method, const std::string& path,
                        const std::string& body = {}) const {
    return test::ask(served->ramdisk_port(), method, path, "1.115", body);
  }
};

BOOST_FIXTURE_TEST_SUITE(doors, listeners_fixture)

BOOST_AUTO_TEST_CASE(ramdisk_routes_are_served_on_their_listener_only) {
  const auto heartbeat =
      R"({"callback_url":"http://a:9","agent_version":"9","agent_token":"token"})";
  const auto lookup = "/v1/lookup?node_uuid=" + node_1;
  BOOST_TEST(ask_as_ramdisk("POST", "/v1/heartbeat/" + node_2, heartbeat).status == 202);
  BOOST_TEST(ask_as_ramdisk("GET", lookup).error().find("ramdisk") != std::string::npos);
  BOOST_TEST(ask("POST", "/v1/heartbeat/" + node_2, heartbeat).status == 404);
  BOOST_TEST(ask("GET", lookup).error() == "No resource at this path.");
  BOOST_TEST(messages.commands().size() == 1U);
}

BOOST_AUTO_TEST_CASE(both_listeners_serve_discovery) {
  for (const auto* path : {"/", "/v1", "/v1/"}) {
    BOOST_TEST(ask_as_ramdisk("GET", path).status == 200, path);
    BOOST_TEST(ask("GET", path).status == 200, path);
  }
}

BOOST_AUTO_TEST_CASE(the_ramdisk_listener_serves_nothing_else) {
  for (const auto& path :
       {std::string{"/v1/nodes"}, "/v1/nodes/" + node_1, std::string{"/nodes"},
        std::string{"/v1/events/stream"}, std::string{"/metrics"}, std::string{"/healthz"},
        std::string{"/readyz"}, std::string{"/v1/openapi.json"}, std::string{"/v1/drivers"}}) {
    BOOST_TEST(ask_as_ramdisk("GET", path).status == 404, path);
    BOOST_TEST(ask("GET", path == "/v1/events/stream" ? "/v1/nodes" : path).status == 200, path);
  }
  BOOST_TEST(ask_as_ramdisk("DELETE", "/v1/nodes/" + node_1).status == 404);
  BOOST_TEST(ask_as_ramdisk("DELETE", "/v1/lookup").status == 405);
  BOOST_TEST(messages.commands().empty());
}

BOOST_AUTO_TEST_SUITE_END()

http::gateway_options without_agent_calls() {
  http::gateway_options out;
  out.enable_ramdisk_endpoints = false;
  return out;
}

struct users_only_fixture : gateway_fixture {
  users_only_fixture() : gateway_fixture(without_agent_calls()) {}
};

BOOST_FIXTURE_TEST_CASE(disabled_agent_calls_are_forbidden, users_only_fixture) {
  struct agent_request {
    const char* method;
    std::string path;
  };
  for (const auto& [method, path] :
       {agent_request{"GET", "/v1/lookup?node_uuid=" + node_1},
        agent_request{"POST", "/v1/heartbeat/" + node_2},
        agent_request{"POST", "/v1/continue_inspection"},
        agent_request{"POST", "/v1/nodes/" + node_2 + "/vendor_passthru/heartbeat"}}) {
    const auto got = ask(method, path);
    BOOST_TEST(got.status == 403, path);
    BOOST_TEST(got.error() == "Calls of agents are disabled here (api.enable_ramdisk_endpoints).");
  }
  BOOST_TEST(ask("GET", "/v1/nodes").status == 200);
  BOOST_TEST(messages.commands().empty());
}

BOOST_FIXTURE_TEST_CASE(one_listener_serves_all, gateway_fixture) {
  BOOST_TEST(served->ramdisk_port() == 0);
  BOOST_TEST(ask("GET", "/v1/lookup?node_uuid=" + node_1).error().find("ramdisk") !=
             std::string::npos);
}

}  // namespace
