#include "backends.hpp"
#include "messages/wire/routing.hpp"

using namespace ironbus;
using namespace ironbus::test;
using boost::test_tools::per_element;

BOOST_AUTO_TEST_SUITE(delivering)

BOOST_AUTO_TEST_CASE_TEMPLATE(queue_keeps_its_order, Backend, backends) {
  Backend backend;
  auto queue = unique("order");
  delivery_box box;
  auto bus = backend.make_bus();
  (*bus)->subscribe(own_queue(queue, 16), [&](delivery x) {
    (*bus)->ack(x.tag);
    box.put(std::move(x));
  });
  bus->start();
  publish_numbers(**bus, queue, 1, 500);
  auto got = box.wait_for(500);
  BOOST_TEST(bodies(got) == numbers(1, 500), per_element());
  BOOST_TEST(got.front().queue == queue);
  BOOST_TEST(got.front().exchange == routing::node_exchange);
  BOOST_TEST(got.front().routing_key == queue);
  BOOST_TEST(!got.front().redelivered);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(acked_message_is_never_redelivered, Backend, backends) {
  Backend backend;
  auto queue = unique("ack");
  delivery_box first, second;
  auto one = backend.make_bus();
  (*one)->subscribe(own_queue(queue), collect(first));
  one->start();
  publish_numbers(**one, queue, 1, 5);
  auto got = first.wait_for(5);
  // Out of order, and with a gap: the third stays unacknowledged.
  for (int i : {4, 0, 3, 1}) (*one)->ack(got[static_cast<size_t>(i)].tag);
  (*one)->stop();
  auto two = backend.make_bus();
  (*two)->subscribe(own_queue(queue), collect(second));
  two->start();
  publish_numbers(**two, queue, 6, 6);
  auto rest = second.wait_for(2);
  BOOST_TEST(bodies(rest) == (std::vector<std::string>{"3", "6"}), per_element());
  BOOST_TEST(rest[0].redelivered);
  BOOST_TEST(!rest[1].redelivered);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(unacked_messages_are_limited_by_the_prefetch, Backend, backends) {
  Backend backend;
  auto queue = unique("prefetch");
  delivery_box box;
  std::atomic<int> out{0}, most{0};
  auto bus = backend.make_bus();
  (*bus)->subscribe(own_queue(queue, 3), [&](delivery delivery) {
    int now = ++out;
    if (now > most) most = now;
    box.put(std::move(delivery));
  });
  bus->start();
  publish_numbers(**bus, queue, 1, 30);
  for (size_t i = 0; i < 30; ++i) {
    auto got = box.wait_for(std::min<size_t>(i + 3, 30));
    --out;
    (*bus)->ack(got[i].tag);
  }
  BOOST_TEST(bodies(box.content()) == numbers(1, 30), per_element());
  BOOST_TEST(most == 3);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(slow_message_does_not_delay_others, Backend, backends) {
  Backend backend;
  auto queue = unique("slow");
  auto other = unique("other");
  delivery_box box, other_box;
  auto bus = backend.make_bus();
  (*bus)->subscribe(own_queue(queue, 8), [&](delivery x) {
    if (x.body != "1") (*bus)->ack(x.tag);
    box.put(std::move(x));
  });
  (*bus)->subscribe(own_queue(other, 1), [&](delivery x) {
    (*bus)->ack(x.tag);
    other_box.put(std::move(x));
  });
  bus->start();
  publish_numbers(**bus, queue, 1, 200);
  publish_numbers(**bus, other, 1, 50);
  BOOST_TEST(bodies(box.wait_for(200)) == numbers(1, 200), per_element());
  BOOST_TEST(bodies(other_box.wait_for(50)) == numbers(1, 50), per_element());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(messages_without_prefetch_need_no_ack, Backend, backends) {
  Backend backend;
  delivery_box box;
  outcome_box outcomes;
  auto key = "node." + unique("free");
  subscription x;
  x.exchange = routing::event_exchange;
  x.bindings = {key + ".*"};
  x.prefetch = 0;
  auto bus = backend.make_bus();
  (*bus)->subscribe(x, collect(box));
  bus->start();
  for (int i = 0; i < 300; ++i) {
    (*bus)->publish(event(key + ".changed", std::to_string(i + 1)));
  }
  auto got = box.wait_for(300);
  BOOST_TEST(bodies(got) == numbers(1, 300), per_element());
  (*bus)->ack(got.front().tag);  // harmless
  (*bus)->unsubscribe("");
  for (int i = 0; i < 100; ++i) (*bus)->publish(event(key + ".changed", ""), collect(outcomes));
  outcomes.wait_for(100);  // and the bus still works
  BOOST_TEST(((*bus)->state() == bus_state::connected));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(topics_are_matched_word_by_word, Backend, backends) {
  Backend backend;
  auto root = unique("topic");
  delivery_box star, hash, exact;
  outcome_box outcomes;
  auto subscribe = [&](bus& subscriber, delivery_box& box, std::vector<std::string> bindings) {
    subscription x;
    x.queue = unique("topics");
    x.exchange = routing::event_exchange;
    x.bindings = std::move(bindings);
    subscriber.subscribe(x, collect(box));
  };
  auto bus = backend.make_bus();
  subscribe(**bus, star, {root + ".*.changed"});
  subscribe(**bus, hash, {root + ".#", root + ".a.#"});  // two bindings, one delivery
  subscribe(**bus, exact, {root + ".a.changed", root + ".b"});
  bus->start();
  for (const char* tail : {".a.changed", ".b.changed", ".a.b.changed", ".b", ""})
    (*bus)->publish(event(root + tail, tail), collect(outcomes));
  outcomes.wait_for(5);
  using texts = std::vector<std::string>;
  BOOST_TEST(
      bodies(hash.wait_for(5)) == (texts{".a.changed", ".b.changed", ".a.b.changed", ".b", ""}),
      per_element());
  BOOST_TEST(bodies(star.wait_for(2)) == (texts{".a.changed", ".b.changed"}), per_element());
  BOOST_TEST(bodies(exact.wait_for(2)) == (texts{".a.changed", ".b"}), per_element());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_follower_with_an_exclusive_queue_gets_a_copy, Backend,
                              backends) {
  Backend backend;
  auto key = unique("event");
  subscription x;
  x.exchange = routing::event_exchange;
  x.bindings = {key};
  delivery_box first, second;
  auto one = backend.make_bus();
  auto two = backend.make_bus();
  (*one)->subscribe(x, collect(first));
  (*two)->subscribe(x, collect(second));
  one->start();
  two->start();
  (*one)->publish(event(key, "1"));
  BOOST_TEST(first.wait_for(1).front().body == "1");
  BOOST_TEST(second.wait_for(1).front().body == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(messages_are_requeued_after_unsubscribing, Backend, backends) {
  Backend backend;
  auto queue = unique("leave");
  delivery_box first, second;
  auto one = backend.make_bus();
  auto two = backend.make_bus();
  (*one)->subscribe(own_queue(queue), collect(first));
  one->start();
  publish_numbers(**one, queue, 1, 10);
  first.wait_for(10);
  (*two)->subscribe(own_queue(queue), collect(second));
  two->start();
  (*one)->unsubscribe(queue);
  auto got = second.wait_for(10);
  BOOST_TEST(bodies(got) == numbers(1, 10), per_element());
  for (const auto& x : got) BOOST_TEST(x.redelivered);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(running_bus_accepts_new_subscriptions, Backend, backends) {
  Backend backend;
  auto queue = unique("late");
  delivery_box box;
  auto bus = backend.make_bus();
  bus->start();
  (*bus)->subscribe(own_queue(queue), collect(box));
  publish_numbers(**bus, queue, 1, 10);  // mandatory: the queue must be bound by then
  BOOST_TEST(bodies(box.wait_for(10)) == numbers(1, 10), per_element());
}

BOOST_AUTO_TEST_SUITE_END()
