#include "backends.hpp"
#include "messages/wire/routing.hpp"

// Faults that only RabbitMQ can cause.

using namespace ironbus;
using namespace ironbus::test;
using boost::test_tools::per_element;

BOOST_AUTO_TEST_SUITE(amqp_only)

BOOST_AUTO_TEST_CASE(unconfirmed_publish_that_must_not_wait_fails_with_the_connection) {
  delivery_box box;
  outcome_box impatient, patient;
  proxied_bus bus;
  auto queue = unique("frozen");
  bus->subscribe(own_queue(queue), collect(box));
  bus.start();
  bus.proxy().freeze();
  bus->publish(message_to(queue, "1"), collect(impatient), true);
  bus->publish(message_to(queue, "2"), collect(patient));
  while (bus.amqp().counters().published < 2) std::this_thread::yield();
  bus.cut();
  auto outcome = impatient.wait_for(1).front();
  BOOST_TEST_REQUIRE(!outcome.has_value());
  BOOST_TEST((outcome.error().code == error_code::unavailable));
  bus.restore();
  BOOST_TEST(patient.wait_for(1).front().has_value());
  BOOST_TEST(bodies(box.wait_for(1)) == (std::vector<std::string>{"2"}), per_element());
}

BOOST_AUTO_TEST_CASE(silent_broker_is_abandoned_after_two_heartbeats) {
  outcome_box outcomes;
  proxied_bus bus{{.heartbeat = std::chrono::seconds{1}}};
  bus.start();
  bus.proxy().freeze();  // the broker receives no heartbeats either and will close the connection
  bus->publish(message_to(unique("silence"), "1"), collect(outcomes), true);
  bus.wait_for(bus_state::connecting);
  auto outcome = outcomes.wait_for(1).front();
  BOOST_TEST_REQUIRE(!outcome.has_value());
  BOOST_TEST((outcome.error().code == error_code::unavailable));
}

BOOST_AUTO_TEST_CASE(requests_that_would_close_the_connection_are_rejected_locally) {
  outcome_box outcomes;
  proxied_bus bus{{.body_bytes_max = 1000}};
  bus.start();
  bus->publish(message_to("x", std::string(1001, 'x')), collect(outcomes));
  bus->publish(message_to(std::string(256, 'k'), "x"), collect(outcomes));
  auto got = outcomes.wait_for(2);
  BOOST_TEST_REQUIRE((!got[0] && !got[1]));
  BOOST_TEST((got[0].error().code == error_code::too_large));
  BOOST_TEST((got[1].error().code == error_code::invalid));
  BOOST_TEST((bus->state() == bus_state::connected));
}

BOOST_AUTO_TEST_CASE(large_messages_arrive_complete) {
  delivery_box box;
  outcome_box outcomes;
  proxied_bus bus;
  auto queue = unique("large");
  bus->subscribe(own_queue(queue), collect(box));
  bus.start();
  std::string body(3'000'000, 'x');  // many frames
  for (size_t i = 0; i < body.size(); i += 1000) body[i] = static_cast<char>('a' + i / 1000 % 26);
  bus->publish(message_to(queue, body), collect(outcomes));
  bus->publish(message_to(queue, ""), collect(outcomes));
  for (const auto& x : outcomes.wait_for(2)) BOOST_TEST(x.has_value());
  auto got = box.wait_for(2);
  BOOST_TEST((got[0].body == body));
  BOOST_TEST(got[1].body.empty());
}

BOOST_AUTO_TEST_CASE(acks_share_frames) {
  delivery_box box;
  proxied_bus bus;
  auto queue = unique("frames");
  bus->subscribe(own_queue(queue, 500), [&](delivery x) {
    bus->ack(x.tag);
    box.put(std::move(x));
  });
  bus.start();
  publish_numbers(*bus, queue, 1, 2000);
  box.wait_for(2000);
  bus->stop();
  const auto& counters = bus.amqp().counters();
  BOOST_TEST(counters.acked == 2000U);
  BOOST_TEST(counters.ack_frames < 1000U);
  BOOST_TEST(counters.published == 2000U);
  BOOST_TEST(counters.confirmed == 2000U);
  BOOST_TEST(counters.reconnects == 0U);
}

BOOST_AUTO_TEST_CASE(queue_declared_with_another_limit_is_used_unchanged) {
  delivery_box before, after;
  auto queue = unique("limits");
  {
    proxied_bus bus{{.delivery_limit = 20}};
    bus->subscribe(own_queue(queue), collect(before));
    bus.start();
    publish_numbers(*bus, queue, 1, 1);
    before.wait_for(1);
  }
  proxied_bus bus{{.delivery_limit = 5}};
  bus->subscribe(own_queue(unique("fresh")), collect(before));
  bus->subscribe(own_queue(queue), collect(after));
  bus.start();
  BOOST_TEST(bodies(after.wait_for(1)) == (std::vector<std::string>{"1"}), per_element());
  BOOST_TEST(bus.amqp().counters().reconnects == 0U);
}

BOOST_AUTO_TEST_CASE(invalid_option_is_rejected_before_anything_happens) {
  auto made = amqp_bus::make({.url = "http://localhost"});
  BOOST_TEST_REQUIRE(!made.has_value());
  BOOST_TEST((made.error().code == error_code::invalid));
}

BOOST_AUTO_TEST_SUITE_END()
