#include "gateways/local/queue.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using local::queue;

namespace {

struct fixture {
  uint64_t last_tag = 0;

  void push(queue& receiver, std::initializer_list<const char*> bodies) {
    for (const char* body : bodies) {
      delivery x;
      x.body = body;
      receiver.push(std::move(x));
    }
  }
  /// "<consumer>:<body>", or "nobody" without a free consumer.
  std::string next(queue& from_queue) {
    auto x = from_queue.next(++last_tag);
    return x ? std::to_string(x->receiver) + ":" + x->what.body : "nobody";
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(local_queue, fixture)

BOOST_AUTO_TEST_CASE(consumers_take_turns_within_their_prefetch) {
  queue q{"q", {}};
  q.add_consumer(1, 1);
  q.add_consumer(2, 2);
  push(q, {"a", "b", "c", "d"});
  BOOST_TEST(next(q) == "1:a");
  BOOST_TEST(next(q) == "2:b");
  BOOST_TEST(next(q) == "2:c");
  BOOST_TEST(next(q) == "nobody");
  BOOST_TEST(q.ack(1));
  BOOST_TEST(!q.ack(1));
  BOOST_TEST(next(q) == "1:d");
}

BOOST_AUTO_TEST_CASE(a_single_active_consumer_is_the_oldest) {
  queue q{"q", {.single_active = true}};
  q.add_consumer(1, 1);
  q.add_consumer(2, 9);
  push(q, {"a", "b"});
  BOOST_TEST(next(q) == "1:a");
  BOOST_TEST(next(q) == "nobody");
  BOOST_TEST(q.remove_consumer(1).empty());
  BOOST_TEST(next(q) == "2:a");
  BOOST_TEST(next(q) == "2:b");
}

BOOST_AUTO_TEST_CASE(a_requeued_message_regains_its_position) {
  queue q{"q", {}};
  q.add_consumer(1, 9);
  push(q, {"a", "b", "c"});
  next(q);
  next(q);
  BOOST_TEST(!q.reject(2, true).has_value());
  BOOST_TEST(!q.reject(1, true).has_value());
  auto x = q.next(10);
  BOOST_TEST(x->what.body == "a");
  BOOST_TEST(x->what.redelivered);
  BOOST_TEST(next(q) == "1:b");
  x = q.next(11);
  BOOST_TEST(x->what.body == "c");
  BOOST_TEST(!x->what.redelivered);
}

BOOST_AUTO_TEST_CASE(too_many_deliveries_dead_letter_a_message) {
  queue q{"q", {.delivery_limit = 2}};
  q.add_consumer(1, 1);
  push(q, {"a"});
  for (uint64_t tag : {1U, 2U}) {
    BOOST_TEST(next(q) == "1:a");
    BOOST_TEST(!q.reject(tag, true).has_value());
  }
  BOOST_TEST(next(q) == "1:a");
  auto dead = q.reject(3, true);
  BOOST_TEST_REQUIRE(dead.has_value());
  BOOST_TEST(dead->body == "a");
  BOOST_TEST(q.size() == 0U);
}

BOOST_AUTO_TEST_CASE(a_reject_without_requeue_dead_letters_a_message) {
  queue q{"q", {}};
  q.add_consumer(1, 1);
  push(q, {"a", "b"});
  next(q);
  BOOST_TEST(q.reject(1, false)->body == "a");
  BOOST_TEST(next(q) == "1:b");
}

BOOST_AUTO_TEST_CASE(without_acks_delivered_messages_are_not_kept) {
  queue q{"q", {}};
  q.add_consumer(1, 0);
  push(q, {"a"});
  auto x = q.next(7);
  BOOST_TEST(x->what.tag.number == 0U);
  BOOST_TEST(q.remove_consumer(1).empty());
  BOOST_TEST(q.size() == 0U);
}

BOOST_AUTO_TEST_CASE(a_full_queue_drops_its_oldest_messages) {
  queue q{"q", {.length_max = 2}};
  q.add_consumer(1, 9);
  push(q, {"a", "b", "c"});
  BOOST_TEST(next(q) == "1:b");
}

BOOST_AUTO_TEST_SUITE_END()
