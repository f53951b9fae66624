#include "overuse_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <deque>
#include <thread>

// What a server rejects, and for which client.

namespace {

using namespace ironbus;
using namespace ironbus::test;

BOOST_AUTO_TEST_SUITE(what_clients_may_hold)

BOOST_FIXTURE_TEST_CASE(a_body_counts_by_its_received_bytes, patient_server) {
  client one{served.port()};
  one.send(post("/", 8 * piece, 3 * piece));
  BOOST_TEST(holds(3 * piece));
  one.send(std::string(5 * piece, 'x'));
  BOOST_TEST(one.read().body == std::to_string(8 * piece));
  BOOST_TEST(holds(0));
  one.send(chunked + chunk(3 * piece));
  BOOST_TEST(holds(3 * piece));
  one.send(chunk(piece) + "0\r\n\r\n");
  BOOST_TEST(one.read().body == std::to_string(4 * piece));
  BOOST_TEST(holds(0));
}

BOOST_FIXTURE_TEST_CASE(a_body_counts_until_its_request_is_answered, patient_server) {
  client one{served.port()};
  one.send(post("/held", 3 * piece, 3 * piece));
  BOOST_TEST(fulfilled([&] {
    std::lock_guard hold{app.mutex};
    return app.held.size() == 1;
  }));
  BOOST_TEST(holds(3 * piece));
  app.held.front()();
  BOOST_TEST(one.read().status == 200);
  BOOST_TEST(holds(0));
}

BOOST_FIXTURE_TEST_CASE(an_address_over_its_share_gets_429_and_others_are_served, patient_server) {
  client greedy{served.port()};
  greedy.send(post("/", 16 * piece, 8 * piece));
  BOOST_TEST(greedy.read().status == 429);  // More than it can ever have.
  client held{served.port()};
  held.send(post("/", 8 * piece, 7 * piece));
  BOOST_TEST(holds(7 * piece));
  client announced{served.port()};
  announced.send(post("/", 2 * piece, 0));
  BOOST_TEST(announced.read().status == 429);
  BOOST_TEST(announced.closed());
  client other{served.port(), "127.0.0.2"};
  other.send(post("/", 4 * piece, 4 * piece));
  BOOST_TEST(other.read().status == 200);
  held.send(std::string(piece, 'x'));
  BOOST_TEST(held.read().status == 200);
}

BOOST_FIXTURE_TEST_CASE(a_chunked_body_is_rejected_at_the_limit, patient_server) {
  client one{served.port()};
  one.send(chunked + chunk(7 * piece));
  BOOST_TEST(holds(7 * piece));
  one.send(chunk(2 * piece));
  BOOST_TEST(one.read().status == 429);
  BOOST_TEST(one.closed());
  BOOST_TEST(is_free());
}

BOOST_FIXTURE_TEST_CASE(when_the_budget_is_used_large_bodies_get_503_and_small_ones_pass,
                        patient_server) {
  client one{served.port()};
  one.send(post("/", 8 * piece, 8 * piece - 1));
  client two{served.port(), "127.0.0.2"};
  two.send(chunked + chunk(4 * piece));
  BOOST_TEST(holds(12 * piece));
  client third{served.port(), "127.0.0.3"};
  third.send(post("/", piece, piece));
  BOOST_TEST(third.read().status == 503);
  client small{served.port(), "127.0.0.3"};
  small.send(post("/", 16 * 1024, 16 * 1024));
  BOOST_TEST(small.read().body == "16384");
  two.send(chunk(1));
  BOOST_TEST(two.read().status == 503);  // It cannot grow.
  BOOST_TEST(holds(8 * piece));
  one.send("x");
  BOOST_TEST(one.read().status == 200);
}

BOOST_FIXTURE_TEST_CASE(an_answer_counts_until_the_client_has_received_it, patient_server) {
  client one{served.port()};
  one.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
  BOOST_TEST(one.read().status == 429);  // Ten pieces; the limit is eight.
  one.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  BOOST_TEST(one.read().status == 200);  // The connection stays open.
  one.send("POST /large HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
  BOOST_TEST(one.read().body.size() == 10 * piece);  // The answer to a write must be sent.
  BOOST_TEST(holds(0));
}

BOOST_FIXTURE_TEST_CASE(essential_answers_are_sent_when_the_budget_is_used, patient_server) {
  client one{served.port()};
  one.send("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n");
  BOOST_TEST(one.read().body.size() == 10 * piece);
  BOOST_TEST(holds(0));
}

BOOST_FIXTURE_TEST_CASE(chunk_extensions_are_limited, patient_server) {
  client one{served.port()};
  one.send(chunked + "1;" + std::string(300'000, 'x'));
  BOOST_TEST(one.read().status == 400);
  BOOST_TEST(one.closed());
}

BOOST_FIXTURE_TEST_CASE(an_address_with_too_many_connections_gets_429, patient_server) {
  auto kept = std::make_unique<client>(served.port());
  client two{served.port()};
  client three{served.port()};
  for (auto* one : {kept.get(), &two, &three}) {
    one->send(post("/", 1, 1));
    BOOST_TEST(one->read().status == 200);
  }
  client one_too_many{served.port()};
  BOOST_TEST(one_too_many.read().status == 429);
  BOOST_TEST(one_too_many.closed());
  client elsewhere{served.port(), "127.0.0.2"};
  elsewhere.send(post("/", 1, 1));
  BOOST_TEST(elsewhere.read().status == 200);
  kept.reset();
  BOOST_TEST(fulfilled([&] {
    client again{served.port()};
    again.send(post("/", 1, 1));
    return again.read().status == 200;
  }));
}

// Hundreds of rejected connections leave capacity for others.
BOOST_AUTO_TEST_CASE(rejected_connections_do_not_count) {
  auto options = unhurried();
  options.connections_max = 5;
  budget_server view{options};
  std::deque<client> all;
  for (int i = 0; i < 350; ++i) all.emplace_back(view.served.port());
  BOOST_TEST(fulfilled([&] {
    client elsewhere{view.served.port(), "127.0.0.2"};
    elsewhere.send(post("/", 1, 1));
    return elsewhere.read().status == 200;
  }));
  BOOST_TEST(view.served.connections() < 300U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
