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

BOOST_AUTO_TEST_CASE(nothing_moves_but_in_run) {
  std::vector<std::string> log;
  local_bus bus{{.own_thread = false}};
  bus.on_state([&](bus_state x, const std::string&) {
    log.emplace_back(x == bus_state::connected ? "connected" : "connecting");
  });
  bus.subscribe({.queue = "q", .exchange = "", .bindings = {}}, [&](delivery x) {
    log.push_back(x.body);
    bus.ack(x.tag);
    if (x.body == "1") bus.publish(to_queue("q", "2"));
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

BOOST_AUTO_TEST_CASE(a_stopped_bus_is_left_alone) {
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
  calls = 0;  // what was due to it may be called by stop() itself
  broker->run();
  BOOST_TEST(calls == 0);
  reply.mandatory = true;
  two.publish(reply, [&](auto x) { outcome = x; });
  broker->run();
  BOOST_TEST(!outcome.has_value());
}

BOOST_AUTO_TEST_SUITE_END()
