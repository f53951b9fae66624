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
  BOOST_TEST(get("/readyz")["bus"]["reason"] == "there has been no connection yet");
  messages.published_state(bus_state::connecting, "the broker has closed the connection");
  messages.published_state(bus_state::connecting, "");
  BOOST_TEST(get("/readyz")["bus"]["reason"] == "the broker has closed the connection");
  messages.published_state(bus_state::connected, "");
  messages.down = false;
  BOOST_TEST(get("/readyz")["ready"] == true);
  BOOST_TEST(!get("/readyz")["bus"].contains("reason"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
