#include "messages/wire/routing.hpp"
#include "tests/simulation/doubles/bus_link.hpp"
#include "tests/simulation/doubles/simulated_broker.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace ironbus;
using namespace ironbus::simulation;
using namespace std::chrono_literals;
using boost::test_tools::per_element;

BOOST_AUTO_TEST_SUITE(broker_faults)

namespace {

using texts = std::vector<std::string>;

/// A broker, a publisher, and two consumers of the queue "q".
struct three_processes {
  explicit three_processes(uint64_t seed = 1)
      : broker{loop, random_stream{seed}},
        sender{"sender", broker, loop, random_stream{seed + 1}},
        first{"first", broker, loop, random_stream{seed + 2}},
        second{"second", broker, loop, random_stream{seed + 3}} {}

  void consume(bus& link, texts& got, bool acks, bool single = true) {
    subscription x;
    x.queue = "q";
    x.exchange = routing::node_exchange;
    x.bindings = {"q"};
    x.single_active = single;
    link.subscribe(x, [&link, &got, acks](const delivery& given) {
      got.push_back(given.body + (given.redelivered ? "*" : ""));
      if (acks) link.ack(given.tag);
    });
    link.start();
    run();
  }
  void publish(int begin, int end, bool fail_fast = false) {
    for (int i = begin; i <= end; ++i) {
      outgoing x;
      x.exchange = routing::node_exchange;
      x.routing_key = "q";
      x.body = std::to_string(i);
      x.mandatory = true;
      sender.publish(
          x, [this](const auto& outcome) { answers.push_back(outcome ? "ok" : "failed"); },
          fail_fast);
    }
  }
  void run(std::chrono::nanoseconds span = 1s) { loop.run_until(loop.now() + span); }

  event_loop loop;
  simulated_broker broker;
  bus_link sender, first, second;
  texts answers, got_first, got_second;
};

texts numbers(int begin, int end, const std::string& mark = "") {
  texts out;
  for (int i = begin; i <= end; ++i) out.push_back(std::to_string(i) + mark);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(queue_keeps_its_order_for_the_active_consumer) {
  three_processes it;
  it.sender.start();
  it.consume(it.first, it.got_first, true);
  it.consume(it.second, it.got_second, true);
  it.publish(1, 200);
  BOOST_TEST(it.got_first.empty());
  it.run();
  BOOST_TEST(it.got_first == numbers(1, 200), per_element());
  BOOST_TEST(it.got_second.empty());
  BOOST_TEST(it.broker.depth("q") == 0U);
}

BOOST_AUTO_TEST_CASE(next_consumer_becomes_active_when_the_active_one_ends) {
  three_processes it;
  it.sender.start();
  it.consume(it.first, it.got_first, false);
  it.consume(it.second, it.got_second, true);
  it.publish(1, 5);
  it.run();
  it.first.end();
  it.run(2ms);
  BOOST_TEST(it.got_second == numbers(1, 5, "*"), per_element());
}

BOOST_AUTO_TEST_CASE(half_open_connection_is_detected_by_silence) {
  three_processes it;
  it.sender.start();
  it.consume(it.first, it.got_first, false);
  it.consume(it.second, it.got_second, true);
  it.publish(1, 5);
  it.run();
  it.first.cut();
  it.run(9900ms);
  BOOST_TEST(it.got_second.empty());
  BOOST_TEST((it.first.state() == bus_state::connected));
  it.run(200ms);
  BOOST_TEST(it.got_second == numbers(1, 5, "*"), per_element());
  BOOST_TEST((it.first.state() == bus_state::connecting));
  it.first.heal();
  it.run(10s);
  BOOST_TEST((it.first.state() == bus_state::connected));
}

BOOST_AUTO_TEST_CASE(short_interruption_only_delays) {
  three_processes it;
  it.sender.start();
  it.consume(it.first, it.got_first, true);
  it.publish(1, 50);
  it.first.cut();
  it.sender.cut();
  it.publish(51, 60);
  it.run(5s);
  BOOST_TEST(it.answers.empty());
  it.first.heal();
  it.sender.heal();
  it.run();
  BOOST_TEST(it.got_first == numbers(1, 60), per_element());
  BOOST_TEST(it.answers.size() == 60U);
}

BOOST_AUTO_TEST_CASE(paused_process_loses_its_queue_and_handles_its_deliveries) {
  three_processes it;
  it.sender.start();
  it.consume(it.first, it.got_first, true);
  it.consume(it.second, it.got_second, true);
  it.first.set_paused(true);
  it.publish(1, 5);
  it.run(11s);
  BOOST_TEST(it.got_second == numbers(1, 5, "*"), per_element());
  BOOST_TEST(it.got_first.empty());
  it.first.set_paused(false);
  it.run(10s);
  BOOST_TEST(it.got_first == numbers(1, 5), per_element());  // its acknowledgements are ignored
  BOOST_TEST((it.first.state() == bus_state::connected));
}

BOOST_AUTO_TEST_CASE(everything_is_redelivered_after_a_crash_and_no_publish_is_lost) {
  size_t repeated = 0;
  for (uint64_t seed = 1; seed < 40; ++seed) {
    three_processes it{seed};
    it.sender.start();
    it.consume(it.first, it.got_first, true);
    it.publish(1, 20);
    it.run(std::chrono::microseconds{300});
    it.broker.crash();
    it.run(3s);
    BOOST_TEST((it.first.state() == bus_state::connecting));
    it.broker.start();
    it.run(10s);
    BOOST_TEST(it.answers == texts(20, "ok"), per_element());
    texts distinct;
    for (auto body : it.got_first) {
      if (body.ends_with('*')) body.pop_back();
      if (std::find(distinct.begin(), distinct.end(), body) == distinct.end())
        distinct.push_back(body);
    }
    BOOST_TEST(distinct == numbers(1, 20), per_element());
    repeated += it.got_first.size() - 20;
    BOOST_TEST(it.broker.depth("q") == 0U);
  }
  BOOST_TEST(repeated > 0U);
}

BOOST_AUTO_TEST_CASE(lost_confirm_duplicates_the_message) {
  three_processes it;
  it.sender.start();
  it.consume(it.first, it.got_first, true);
  it.broker.lose_confirm(1);
  it.publish(1, 1);
  it.run(std::chrono::milliseconds{20});
  it.broker.lose_confirm(0);
  it.run(10s);
  BOOST_TEST(it.got_first == (texts{"1", "1"}), per_element());
  BOOST_TEST(it.answers == texts{"ok"}, per_element());
  it.broker.repeat_publish(1);
  it.publish(2, 2);
  it.run();
  BOOST_TEST(it.got_first == (texts{"1", "1", "2", "2"}), per_element());
}

BOOST_AUTO_TEST_CASE(rejected_publish_may_be_in_the_queue) {
  three_processes it;
  it.sender.start();
  it.consume(it.first, it.got_first, true);
  it.broker.refuse_publish(1);
  it.publish(1, 40);
  it.run();
  BOOST_TEST(it.answers == texts(40, "failed"), per_element());
  BOOST_TEST(it.got_first.size() > 0U);
  BOOST_TEST(it.got_first.size() < 40U);
}

BOOST_AUTO_TEST_CASE(blocked_broker_delays_publishes) {
  three_processes it;
  it.sender.start();
  it.consume(it.first, it.got_first, true);
  it.broker.set_blocked(true);
  it.publish(1, 1);  // sent before the link knows that it is blocked
  it.run();
  BOOST_TEST((it.sender.state() == bus_state::blocked));
  it.publish(2, 3);
  it.publish(9, 9, true);
  it.run();
  BOOST_TEST(it.answers == texts{"failed"}, per_element());
  it.broker.set_blocked(false);
  it.run();
  BOOST_TEST(it.got_first == numbers(1, 3), per_element());
  BOOST_TEST(it.answers == (texts{"failed", "ok", "ok", "ok"}), per_element());
}

BOOST_AUTO_TEST_CASE(publish_that_must_not_wait_fails_with_the_connection) {
  three_processes it;
  it.sender.start();
  it.consume(it.first, it.got_first, true);
  it.publish(1, 1, true);
  it.publish(2, 2);
  it.sender.reset();
  it.run();
  BOOST_TEST(it.answers == (texts{"failed", "ok"}), per_element());
  BOOST_TEST(it.got_first.back() == "2");
}

BOOST_AUTO_TEST_CASE(exclusive_queues_end_with_their_connection) {
  three_processes it;
  const auto before = it.broker.queues().size();
  subscription x;
  x.exchange = routing::event_exchange;
  x.bindings = {"node.*.changed"};
  it.first.subscribe(x, [&](const delivery& given) { it.got_first.push_back(given.body); });
  it.first.start();
  it.sender.start();
  it.run();
  BOOST_TEST(it.broker.queues().size() == before + 1);
  outgoing fact;
  fact.exchange = routing::event_exchange;
  fact.routing_key = "node.1.changed";
  fact.body = "1";
  it.sender.publish(fact);
  it.run();
  BOOST_TEST(it.got_first == texts{"1"}, per_element());
  BOOST_TEST(it.broker.depth(std::string{routing::event_log_queue}) == 1U);
  it.first.end();
  BOOST_TEST(it.broker.queues().size() == before);
}

BOOST_AUTO_TEST_CASE(rejected_message_becomes_a_dead_letter) {
  three_processes it;
  it.sender.start();
  subscription x;
  x.queue = "q";
  x.exchange = routing::node_exchange;
  x.bindings = {"q"};
  it.first.subscribe(x, [&](const delivery& given) { it.first.reject(given.tag, false); });
  it.first.start();
  it.run();
  it.publish(1, 1);
  it.run();
  BOOST_TEST_REQUIRE(it.broker.dead_letters().size() == 1U);
  BOOST_TEST(it.broker.dead_letters().front()->routing_key == "q");
}

BOOST_AUTO_TEST_SUITE_END()
