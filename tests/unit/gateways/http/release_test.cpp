#include "overuse_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

// Every end of a connection releases its resources.

namespace {

using namespace ironbus;
using namespace ironbus::test;

BOOST_AUTO_TEST_SUITE(what_clients_give_back)

BOOST_FIXTURE_TEST_CASE(everything_is_released_when_a_client_disconnects, patient_server) {
  {
    client one{served.port()};
    one.send(post("/", 8 * piece, 4 * piece));
    client two{served.port()};
    two.send(chunked + chunk(2 * piece));
    BOOST_TEST(holds(6 * piece));
  }
  BOOST_TEST(is_free());
}

BOOST_FIXTURE_TEST_CASE(everything_is_released_when_a_client_sends_invalid_data, patient_server) {
  client one{served.port()};
  one.send(chunked + chunk(2 * piece) + "nonsense\r\n\r\n");
  BOOST_TEST(one.read().status == 400);
  BOOST_TEST(one.closed());
  BOOST_TEST(is_free());
}

BOOST_FIXTURE_TEST_CASE(everything_is_released_when_a_body_is_too_large_for_its_path,
                        patient_server) {
  client one{served.port()};
  one.send(post("/", 16 * piece + 1, 0));
  BOOST_TEST(one.read().status == 413);
  BOOST_TEST(one.closed());
  BOOST_TEST(is_free());
}

BOOST_FIXTURE_TEST_CASE(everything_is_released_when_the_client_disconnects_before_its_answer,
                        patient_server) {
  {
    client one{served.port()};
    one.send(post("/held", 4 * piece, 4 * piece));
    BOOST_TEST(fulfilled([&] {
      std::lock_guard hold{app.mutex};
      return app.held.size() == 1;
    }));
  }
  app.held.front()();
  app.held.clear();
  BOOST_TEST(is_free());
}

BOOST_FIXTURE_TEST_CASE(everything_is_released_when_a_handler_never_answers, patient_server) {
  client one{served.port()};
  one.send(post("/held", 4 * piece, 4 * piece));
  BOOST_TEST(fulfilled([&] {
    std::lock_guard hold{app.mutex};
    return app.held.size() == 1;
  }));
  app.held.clear();
  BOOST_TEST(one.closed());
  BOOST_TEST(is_free());
}

BOOST_AUTO_TEST_CASE(everything_is_released_when_the_server_stops) {
  auto view = std::make_unique<patient_server>();
  const auto budget = view->budget;
  client one{view->served.port()};
  one.send(post("/", 8 * piece, 4 * piece));
  BOOST_TEST(view->holds(4 * piece));
  view.reset();
  BOOST_TEST(one.closed());
  BOOST_TEST(budget->body_bytes() == 0U);
  BOOST_TEST(budget->addresses() == 0U);
}

BOOST_FIXTURE_TEST_CASE(a_stalled_body_times_out, budget_server) {
  client one{served.port()};
  one.send(post("/", 8 * piece, 4 * piece));
  BOOST_TEST(holds(4 * piece));
  BOOST_TEST(one.closed());
  BOOST_TEST(is_free());
}

BOOST_FIXTURE_TEST_CASE(a_slow_but_steady_body_is_accepted, budget_server) {
  client one{served.port()};
  one.send(post("/", 8 * piece, 0));
  for (int i = 0; i < 16; ++i) {  // More than twice the timeout of a stalled body.
    one.send(std::string(piece / 2, 'x'));
    // Tests the client's speed against the server's own timers.
    std::this_thread::sleep_for(150ms);
  }
  BOOST_TEST(one.read().body == std::to_string(8 * piece));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
