#include "gateways/amqp/ack_ledger.hpp"

#include <boost/test/unit_test.hpp>

#include <random>
#include <set>

using namespace ironbus::amqp;
using namespace std::chrono_literals;

namespace {

struct acks_fixture {
  ack_ledger ledger{{.window = 2ms, .hold_max = 20ms, .held_max = 10}};
  ack_ledger::time_point t0{1s};

  void deliver(uint64_t first, uint64_t last, uint32_t consumer = 1, uint16_t prefetch = 1000) {
    for (auto tag = first; tag <= last; ++tag) ledger.delivered(tag, consumer, prefetch);
  }
  void ack(std::initializer_list<uint64_t> tags) {
    for (auto tag : tags) BOOST_TEST(ledger.acked(tag, t0));
  }
  void expect(const ack_ledger::plan& got, std::optional<uint64_t> up_to,
              std::vector<uint64_t> singles, size_t count) {
    BOOST_TEST((got.up_to == up_to));
    BOOST_TEST(got.singles == singles, boost::test_tools::per_element());
    BOOST_TEST(got.count == count);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(acks, acks_fixture)

BOOST_AUTO_TEST_CASE(unacked_deliveries_are_never_due) {
  deliver(1, 5);
  BOOST_TEST(!ledger.due().has_value());
  expect(ledger.take(t0), {}, {}, 0);
}

BOOST_AUTO_TEST_CASE(a_contiguous_prefix_is_acked_in_one_frame_after_the_window) {
  deliver(1, 5);
  ack({2, 1, 3});
  BOOST_TEST((ledger.due() == t0 + 2ms));
  expect(ledger.take(t0), 3, {}, 3);
  BOOST_TEST(!ledger.due().has_value());
}

BOOST_AUTO_TEST_CASE(acks_above_a_gap_wait_for_it_to_close) {
  deliver(1, 5);
  ack({2, 3, 5});
  BOOST_TEST((ledger.due() == t0 + 20ms));
  expect(ledger.take(t0 + 19ms), {}, {}, 0);
  ack({1});
  BOOST_TEST((ledger.due() == t0 + 2ms));
  expect(ledger.take(t0 + 19ms), 3, {}, 3);
  ack({4});
  expect(ledger.take(t0 + 19ms), 5, {}, 2);
}

BOOST_AUTO_TEST_CASE(acks_above_a_gap_are_sent_after_hold_max) {
  deliver(1, 5);
  ack({2, 4});
  expect(ledger.take(t0 + 20ms), {}, {2, 4}, 2);
  ack({1, 3});
  // Tag 2 was settled alone; 3 is the highest that the broker still has.
  expect(ledger.take(t0 + 20ms), 3, {}, 2);
  ack({5});
  expect(ledger.take(t0 + 20ms), 5, {}, 1);
}

BOOST_AUTO_TEST_CASE(a_frame_never_names_a_tag_settled_at_the_broker) {
  deliver(1, 4);
  ack({1});
  BOOST_TEST(ledger.dropped(2));
  expect(ledger.take(t0), 1, {}, 1);
  BOOST_TEST(ledger.dropped(3));
  expect(ledger.take(t0), {}, {}, 0);
}

BOOST_AUTO_TEST_CASE(above_held_max_acks_are_sent_one_by_one) {
  deliver(1, 20);
  ack({2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  expect(ledger.take(t0), {}, {}, 0);
  ack({12});
  BOOST_TEST((ledger.due() <= t0));
  expect(ledger.take(t0), {}, {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 11);
}

BOOST_AUTO_TEST_CASE(acks_of_a_consumer_short_of_prefetch_are_sent_at_once) {
  deliver(1, 1, 1, 1000);  // slow
  deliver(2, 9, 2, 8);
  ack({2});
  BOOST_TEST((ledger.due() == t0 + 20ms));
  ack({3});  // a quarter of its eight
  BOOST_TEST((ledger.due() <= t0));
  expect(ledger.take(t0), {}, {2, 3}, 2);
  deliver(10, 10, 3, 1);
  ack({10});  // With one outstanding delivery at a time every ack is urgent.
  BOOST_TEST((ledger.due() <= t0));
}

BOOST_AUTO_TEST_CASE(take_with_all_holds_nothing_back) {
  deliver(1, 5);
  ack({1, 3, 5});
  expect(ledger.take(t0, true), 1, {3, 5}, 3);
}

BOOST_AUTO_TEST_CASE(unknown_and_settled_tags_are_ignored) {
  deliver(5, 5);
  BOOST_TEST(!ledger.acked(4, t0));
  BOOST_TEST(!ledger.acked(6, t0));
  BOOST_TEST(!ledger.dropped(4));
  ack({5});
  BOOST_TEST(!ledger.acked(5, t0));
  BOOST_TEST(!ledger.dropped(5));
}

BOOST_AUTO_TEST_CASE(a_consumer_that_ends_returns_its_unsettled_tags) {
  ledger.delivered(1, 1, 10);
  ledger.delivered(2, 2, 10);
  ledger.delivered(3, 1, 10);
  ledger.delivered(4, 1, 10);
  ack({3});
  BOOST_TEST(ledger.take_back(1) == (std::vector<uint64_t>{1, 4}),
             boost::test_tools::per_element());
  BOOST_TEST(!ledger.acked(4, t0));
  ack({2});
  expect(ledger.take(t0), 3, {}, 2);  // Its earlier acks stay.
}

BOOST_AUTO_TEST_CASE(clear_resets_the_ledger_for_a_new_channel) {
  deliver(1, 3);
  ack({1, 3});
  ledger.clear();
  BOOST_TEST(!ledger.due().has_value());
  deliver(1, 1);
  ack({1});
  expect(ledger.take(t0), 1, {}, 1);
}

BOOST_AUTO_TEST_CASE(random_acks_settle_each_tag_once_and_never_early) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random{seed};
    ack_ledger ledger_under_test{{.window = 0us, .hold_max = 5ms, .held_max = 7}};
    std::set<uint64_t> at_broker, out,
        acked;  // The views of the broker, the ledger and the handlers.
    uint64_t last = 0;
    auto now = t0;
    auto settle = [&](uint64_t tag) {
      BOOST_TEST_REQUIRE(acked.contains(tag), "seed " << seed);
      at_broker.erase(tag);
    };
    for (int step = 0; step < 2000 || !at_broker.empty(); ++step) {
      now += 1ms;
      if (step < 2000 && out.size() < 30) {
        ++last;
        ledger_under_test.delivered(last, last % 3, 16);
        out.insert(last);
        at_broker.insert(last);
      }
      if (!out.empty() && random() % 3 != 0) {
        auto i = std::next(out.begin(), static_cast<long>(random() % out.size()));
        acked.insert(*i);
        BOOST_TEST_REQUIRE(ledger_under_test.acked(*i, now));
        out.erase(i);
      }
      auto plan = ledger_under_test.take(now);
      if (plan.up_to) {
        BOOST_TEST_REQUIRE(at_broker.contains(*plan.up_to), "seed " << seed);
        while (!at_broker.empty() && *at_broker.begin() <= *plan.up_to) settle(*at_broker.begin());
      }
      for (auto tag : plan.singles) {
        BOOST_TEST_REQUIRE(at_broker.contains(tag), "seed " << seed);
        settle(tag);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
