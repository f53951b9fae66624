#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::test;

BOOST_FIXTURE_TEST_SUITE(readiness, gateway_fixture)

BOOST_AUTO_TEST_CASE(a_bus_that_is_away_is_explained) {
  BOOST_TEST(!get("/readyz")["bus"].contains("reason"));
  messages.down = true;
  BOOST_TEST(ask("GET", "/readyz").status == 503);
  BOOST_TEST(get("/readyz")["bus"]["reason"] == "not connected yet");
  messages.published_state(bus_state::connecting, "the broker has closed the connection");
  messages.published_state(bus_state::connecting, "");
  BOOST_TEST(get("/readyz")["bus"]["reason"] == "the broker has closed the connection");
  messages.published_state(bus_state::connected, "");
  messages.down = false;
  BOOST_TEST(get("/readyz")["ready"] == true);
  BOOST_TEST(!get("/readyz")["bus"].contains("reason"));
}

BOOST_AUTO_TEST_CASE(a_store_that_rejects_writes_is_not_ready) {
  records.full = true;
  const auto got = ask("GET", "/readyz");
  BOOST_TEST(got.status == 503);
  const auto body = json::parse(got.body);
  BOOST_TEST(body["store"]["ready"] == false);
  BOOST_TEST(body["store"]["reason"] == "the store is full");
  BOOST_TEST(ask("GET", "/v1/nodes").status == 200);
  records.full = false;
  BOOST_TEST(ask("GET", "/readyz").status == 200);
}

BOOST_AUTO_TEST_CASE(a_head_request_is_answered_as_a_get_without_its_body) {
  for (const auto* path : {"/v1/nodes", "/healthz", "/v1/nodes/nope", "/v1/events/stream"}) {
    client one{served->port()};
    one.send(std::string{"HEAD "} + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" +
             "X-OpenStack-Ironic-API-Version: 1.115\r\n\r\n");
    const auto head = one.read();
    BOOST_TEST(head.status == (path == std::string{"/v1/nodes/nope"} ? 404 : 200), path);
    BOOST_TEST(one.read_some() == "", path);
  }
  BOOST_TEST(ask("HEAD", "/v1/nodes/" + node_1 + "/states/provision").status == 405);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
