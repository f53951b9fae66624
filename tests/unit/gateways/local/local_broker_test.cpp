#include "gateways/local/local_bus.hpp"
#include "messages/wire/routing.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

outgoing to_queue(const std::string& name, const std::string& body) {
  outgoing out;
  out.routing_key = name;
  out.body = body;
  out.mandatory = true;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(local_broker_without_a_thread)

BOOST_AUTO_TEST_CASE(without_a_thread_callbacks_run_only_in_run) {
  std::vector<std::string> log;
  local_bus bus{{.own_thread = false}};
  bus.on_state([&](bus_state x, const std::string&) {
    log.emplace_back(x == bus_state::connected ? "connected" : "connecting");
  });
  bus.subscribe({.queue = "q", .exchange = "", .bindings = {}}, [&](delivery delivery) {
    log.push_back(delivery.body);
    bus.ack(delivery.tag);
    if (delivery.body == "1") bus.publish(to_queue("q", "2"));
  });
  bus.start();
  bus.publish(to_queue("q", "1"), [&](auto) { log.emplace_back("confirmed"); });
  BOOST_TEST(log.empty());
  BOOST_TEST(bus.broker().run(1) == 1U);
  BOOST_TEST(log.size() == 1U);
  bus.broker().run();
  std::sort(log.begin(), log.end());
  BOOST_TEST(log == (std::vector<std::string>{"1", "2", "confirmed", "connected"}),
             boost::test_tools::per_element());
  BOOST_TEST(bus.broker().run() == 0U);
}

BOOST_AUTO_TEST_CASE(the_same_calls_give_the_same_order) {
  auto once = [] {
    std::vector<std::string> log;
    auto broker = std::make_shared<local_broker>(local_options{.own_thread = false});
    local_bus one{broker}, two{broker};
    for (auto* bus : {&one, &two})
      for (const char* queue : {"a", "b", "c"})
        bus->subscribe({.queue = queue, .exchange = "", .bindings = {}, .prefetch = 2},
                       [&log, bus, &one](delivery x) {
                         log.push_back((bus == &one ? "one " : "two ") + x.queue + x.body);
                         bus->ack(x.tag);
                       });
    one.start();
    two.start();
    for (int i = 0; i < 20; ++i)
      for (const char* queue : {"a", "b", "c"}) one.publish(to_queue(queue, std::to_string(i)));
    broker->run();
    return log;
  };
  auto first = once();
  BOOST_TEST(first.size() == 60U);
  BOOST_TEST(first == once(), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_stopped_bus_gets_no_callbacks) {
  int calls = 0;
  result<std::monostate> outcome;
  auto broker = std::make_shared<local_broker>(local_options{.own_thread = false});
  local_bus one{broker}, two{broker};
  outgoing reply;
  reply.routing_key = one.reply_address();
  one.on_reply([&](delivery) { ++calls; });
  one.subscribe({.queue = "q", .exchange = "", .bindings = {}}, [&](delivery) { ++calls; });
  one.start();
  two.start();
  two.publish(reply);
  two.publish(to_queue("q", "1"));
  one.stop();
  calls = 0;  // stop() itself may make the due calls.
  broker->run();
  BOOST_TEST(calls == 0);
  reply.mandatory = true;
  two.publish(reply, [&](auto x) { outcome = x; });
  broker->run();
  BOOST_TEST(!outcome.has_value());
}

namespace {

/// A consumer that keeps its deliveries, and messages that record when they are handled.
struct handling {
  std::shared_ptr<local_broker> broker =
      std::make_shared<local_broker>(local_options{.own_thread = false});
  local_bus sender{broker};
  local_bus receiver{broker};
  std::vector<delivery> got;
  std::vector<std::string> handled;

  handling() {
    sender.start();
    receiver.start();
  }

  void consume(const std::string& queue, uint16_t prefetch = 64) {
    receiver.subscribe({.queue = queue,
                        .exchange = std::string{routing::node_exchange},
                        .bindings = {"key"},
                        .prefetch = prefetch},
                       [this](delivery x) { got.push_back(std::move(x)); });
  }

  void publish(const std::string& body, bool mandatory = false) {
    outgoing message;
    message.exchange = routing::node_exchange;
    message.routing_key = "key";
    message.body = body;
    message.mandatory = mandatory;
    message.handled = [this, body] { handled.push_back(body); };
    sender.publish(std::move(message));
    broker->run();
  }

  void ack(size_t index) {
    receiver.ack(got.at(index).tag);
    broker->run();
  }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_message_is_handled_after_all_consumers_have_acked, handling) {
  consume("one");
  consume("two");
  publish("a");
  BOOST_TEST_REQUIRE(got.size() == 2U);
  ack(0);
  BOOST_TEST(handled.empty());
  ack(1);
  BOOST_TEST(handled == std::vector<std::string>{"a"}, boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(a_requeued_message_is_not_handled, handling) {
  consume("one");
  publish("a");
  receiver.reject(got.at(0).tag, true);
  broker->run();
  receiver.disconnect("lost");
  broker->run();
  BOOST_TEST(handled.empty());
  receiver.reconnect();
  broker->run();
  ack(got.size() - 1);
  BOOST_TEST(handled.size() == 1U);
}

BOOST_FIXTURE_TEST_CASE(a_dead_message_and_one_that_needs_no_ack_are_handled, handling) {
  consume("one");
  publish("dead");
  receiver.reject(got.at(0).tag, false);
  broker->run();
  BOOST_TEST(handled == std::vector<std::string>{"dead"}, boost::test_tools::per_element());
  receiver.unsubscribe("one");
  consume("", 0);
  publish("dead once more, and seen");
  BOOST_TEST(handled.size() == 1U);  // the named queue still has it
  consume("one");
  broker->run();
  ack(got.size() - 1);
  BOOST_TEST(handled.size() == 2U);
}

BOOST_FIXTURE_TEST_CASE(an_unroutable_message_is_handled_unless_it_is_mandatory, handling) {
  publish("dropped");
  publish("refused", true);
  BOOST_TEST(handled == std::vector<std::string>{"dropped"}, boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(messages_left_at_the_end_are_not_handled, handling) {
  consume("one");
  publish("left");
  publish("late");
  sender.stop();
  ack(1);
  receiver.stop();
  broker.reset();
  BOOST_TEST(handled.empty());
}

BOOST_AUTO_TEST_SUITE_END()
