#include "ops/ironbusd/roles/store_gate.hpp"

#include "ops/ironbusd/roles/announcer.hpp"
#include "store_stub.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

using namespace ironbus;
using namespace ironbus::daemon;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(the_gate_of_the_store)

namespace {

/// Waits until the gate drops calls, which it does once close() waits.
void await_closed(store_gate& gate, const store_stub& inner) {
  for (int passed = -1; passed != inner.withdrawn;) {
    passed = inner.withdrawn;
    gate.withdraw("a", "b");
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(passes_calls_and_answers_while_open) {
  store_stub inner;
  store_gate gate{inner};
  bool answered = false;
  gate.ping([&](const auto& x) { answered = x.has_value(); });
  std::exchange(inner.held, nullptr)(std::monostate{});
  BOOST_TEST(answered);
}

BOOST_AUTO_TEST_CASE(closing_waits_for_running_calls) {
  store_stub inner;
  store_gate gate{inner};
  std::atomic<bool> answered = false;
  gate.ping([&](const auto&) { answered = true; });
  std::thread later{[&] {
    await_closed(gate, inner);
    std::exchange(inner.held, nullptr)(std::monostate{});
  }};
  gate.close(10s);
  BOOST_TEST(answered);
  later.join();
}

BOOST_AUTO_TEST_CASE(closing_does_not_wait_for_dropped_callbacks) {
  store_stub inner;
  store_gate gate{inner};
  gate.ping([](const auto&) {});
  inner.held = nullptr;
  const auto begun = std::chrono::steady_clock::now();
  gate.close(10s);
  BOOST_CHECK(std::chrono::steady_clock::now() - begun < 5s);
}

BOOST_AUTO_TEST_CASE(a_closed_gate_passes_nothing) {
  store_stub inner;
  store_gate gate{inner};
  gate.close(0ms);
  gate.ping([](const auto&) { BOOST_ERROR("called"); });
  gate.withdraw("a", "b");
  BOOST_TEST(!inner.held);
  BOOST_TEST(inner.withdrawn == 0);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(the_announcer)

namespace {

void await_announcements(const store_stub& inner, int count) {
  for (int made = inner.announced; made < count; made = inner.announced) inner.announced.wait(made);
}

}  // namespace

BOOST_AUTO_TEST_CASE(retries_until_the_store_accepts_reports_it_once_and_withdraws) {
  store_stub inner;
  inner.available = false;
  std::atomic<int> first = 0;
  announcer x{inner, {"a", "b", "{}"}, nullptr, [&] { ++first; }, {2ms, 1ms, 10ms}};
  x.start();
  await_announcements(inner, 3);
  BOOST_TEST(first == 0);
  inner.available = true;
  const auto before = inner.announced.load();
  await_announcements(inner, before + 3);
  x.stop();
  x.stop();
  BOOST_TEST(first == 1);
  BOOST_TEST(inner.withdrawn == 1);
}

BOOST_AUTO_TEST_SUITE_END()
