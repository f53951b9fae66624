#include "backends.hpp"
#include "messages/wire/routing.hpp"

using namespace ironbus;
using namespace ironbus::test;

BOOST_AUTO_TEST_SUITE(publishing)

BOOST_AUTO_TEST_CASE_TEMPLATE(mandatory_message_without_a_queue_is_not_found, Backend, backends) {
  Backend backend;
  delivery_box box;
  outcome_box lost, found, dropped;
  auto bus = backend.make_bus();
  auto queue = unique("routable");
  (*bus)->subscribe(own_queue(queue), collect(box));
  bus->start();
  auto optional = message_to(unique("nowhere"), "x");
  optional.mandatory = false;
  // Interleaved: a return must affect only its message.
  for (int i = 0; i < 20; ++i) {
    (*bus)->publish(message_to(queue, "y"), collect(found));
    (*bus)->publish(message_to(unique("nowhere"), "x"), collect(lost));
    (*bus)->publish(optional, collect(dropped));
  }
  for (const auto& x : lost.wait_for(20)) {
    BOOST_TEST_REQUIRE(!x.has_value());
    BOOST_TEST((x.error().code == error_code::not_found));
  }
  for (const auto& x : found.wait_for(20)) BOOST_TEST(x.has_value());
  for (const auto& x : dropped.wait_for(20)) BOOST_TEST(x.has_value());
  BOOST_TEST(box.wait_for(20).size() == 20);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(unknown_exchange_is_not_found_and_harmless, Backend, backends) {
  Backend backend;
  delivery_box box;
  outcome_box outcomes;
  auto bus = backend.make_bus();
  auto queue = unique("harmless");
  (*bus)->subscribe(own_queue(queue), collect(box));
  bus->start();
  auto stray = message_to(queue, "x");
  stray.exchange = unique("exchange");
  (*bus)->publish(stray, collect(outcomes));
  auto outcome = outcomes.wait_for(1).front();
  BOOST_TEST_REQUIRE(!outcome.has_value());
  BOOST_TEST((outcome.error().code == error_code::not_found));
  publish_numbers(**bus, queue, 1, 1);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(confirmed_message_is_in_the_queue, Backend, backends) {
  Backend backend;
  auto queue = unique("kept");
  delivery_box first, second;
  auto declares = backend.make_bus();
  (*declares)->subscribe(own_queue(queue), collect(first));
  declares->start();
  (*declares)->stop();
  auto publishes = backend.make_bus();
  publishes->start();
  publish_numbers(**publishes, queue, 1, 100);
  publishes->cut();  // closing the publisher's connection changes nothing
  auto consumes = backend.make_bus();
  (*consumes)->subscribe(own_queue(queue, 200), collect(second));
  consumes->start();
  BOOST_TEST(bodies(second.wait_for(100)) == numbers(1, 100), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(stopping_publishes_pending_messages, Backend, backends) {
  Backend backend;
  auto queue = unique("stop");
  delivery_box box;
  outcome_box outcomes;
  auto consumes = backend.make_bus();
  (*consumes)->subscribe(own_queue(queue, 300), collect(box));
  consumes->start();
  auto publishes = backend.make_bus();
  publishes->start();
  for (const auto& x : numbers(1, 300))
    (*publishes)->publish(message_to(queue, x), collect(outcomes));
  (*publishes)->stop();
  BOOST_TEST(outcomes.content().size() == 300);  // all of them before stop() returns
  for (const auto& x : outcomes.content()) BOOST_TEST(x.has_value());
  BOOST_TEST(bodies(box.wait_for(300)) == numbers(1, 300), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(calls_before_start_and_after_stop, Backend, backends) {
  Backend backend;
  auto queue = unique("early");
  delivery_box box;
  outcome_box early, impatient, late;
  auto bus = backend.make_bus();
  (*bus)->subscribe(own_queue(queue), collect(box));
  (*bus)->publish(message_to(queue, "1"), collect(early));
  (*bus)->publish(message_to(queue, "2"), collect(impatient), true);
  bus->start();
  BOOST_TEST(early.wait_for(1).front().has_value());
  auto refused = impatient.wait_for(1).front();
  BOOST_TEST_REQUIRE(!refused.has_value());
  BOOST_TEST((refused.error().code == error_code::unavailable));
  BOOST_TEST(bodies(box.wait_for(1)) == numbers(1, 1), boost::test_tools::per_element());
  (*bus)->stop();
  (*bus)->publish(message_to(queue, "3"), collect(late));
  BOOST_TEST_REQUIRE(!late.wait_for(1).front().has_value());
  BOOST_TEST((late.content().front().error().code == error_code::unavailable));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(reply_reaches_the_requester, Backend, backends) {
  Backend backend;
  auto queue = unique("ask");
  delivery_box replies, others;
  auto asks = backend.make_bus();
  auto answers = backend.make_bus();
  (*answers)->subscribe(own_queue(queue), [&](delivery delivery) {
    outgoing reply;
    reply.routing_key = delivery.reply_to;
    reply.correlation_id = delivery.correlation_id;
    reply.body = "re: " + delivery.body;
    reply.durable = false;
    (*answers)->publish(reply);
    (*answers)->ack(delivery.tag);
  });
  (*answers)->on_reply(collect(others));
  (*asks)->on_reply(collect(replies));
  answers->start();
  asks->start();
  for (const auto& x : numbers(1, 50)) {
    auto question = message_to(queue, x);
    question.reply_to = (*asks)->reply_address();
    question.correlation_id = "c" + x;
    (*asks)->publish(question);
  }
  auto got = replies.wait_for(50);
  for (size_t i = 0; i < got.size(); ++i) {
    BOOST_TEST(got[i].body == "re: " + std::to_string(i + 1));
    BOOST_TEST(got[i].correlation_id == "c" + std::to_string(i + 1));
  }
  BOOST_TEST(others.content().empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sender_is_notified_once_when_its_copy_is_not_needed, Backend,
                              backends) {
  Backend backend;
  auto queue = unique("handled");
  delivery_box box;
  outcome_box handled;
  auto bus = backend.make_bus();
  (*bus)->subscribe(own_queue(queue), [&](delivery x) {
    (*bus)->ack(x.tag);
    box.put(std::move(x));
  });
  bus->start();
  auto message = message_to(queue, "1");
  message.handled = [&] { handled.put(std::monostate{}); };
  (*bus)->publish(message);
  handled.wait_for(1);
  box.wait_for(1);
  message.routing_key = unique("nowhere");
  outcome_box outcomes;
  (*bus)->publish(message, collect(outcomes));
  BOOST_TEST(!outcomes.wait_for(1).front().has_value());
  BOOST_TEST(handled.content().size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
