#include "drivers/kit/blocking_pool.hpp"

#include "tests/support/test_lease.hpp"
#include "tests/unit/drivers/kit/run_alone.hpp"

#include <boost/test/unit_test.hpp>
#include <pthread.h>

#include <array>
#include <future>
#include <set>

using namespace ironbus;
using namespace ironbus::test;

namespace {

using number = result<int>;

std::string thread_name() {
  std::array<char, 32> out{};
  ::pthread_getname_np(::pthread_self(), out.data(), out.size());
  return out.data();
}

blocking_pool_options one_thread(size_t waiting_max = 1024) {
  blocking_pool_options out;
  out.name = "test";
  out.threads = 1;
  out.waiting_max = waiting_max;
  return out;
}

/// A pool whose only thread waits for the test, with more work queued.
struct held_pool {
  explicit held_pool(size_t waiting_max) : pool{one_thread(waiting_max)} {
    add([this]() -> number {
      begun.set_value();
      open.get_future().wait();
      return 0;
    });
    io.poll();
    begun.get_future().wait();
  }

  void add(std::function<number()> work) {
    boost::asio::co_spawn(
        io, pool.run(lasting_permit(), std::move(work)),
        [this](const std::exception_ptr&, number x) { answers.push_back(std::move(x)); });
    io.restart();
    io.poll();
  }

  boost::asio::io_context io;
  std::promise<void> begun;
  std::promise<void> open;
  std::vector<number> answers;
  blocking_pool pool;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(blocking_pools)

BOOST_AUTO_TEST_CASE(runs_on_a_named_thread_and_answers_on_the_callers) {
  boost::asio::io_context io;
  blocking_pool pool{one_thread()};
  const std::function<result<std::string>()> work = [] {
    return result<std::string>{thread_name()};
  };
  BOOST_TEST(run_alone(io, pool.run(lasting_permit(), work)).value() == "test/0");
  const std::function<number()> failing = [] { return number{fail(error_code::invalid, "why")}; };
  BOOST_TEST(run_alone(io, pool.run(lasting_permit(), failing)).error().message == "why");
}

BOOST_AUTO_TEST_CASE(passes_exceptions_to_the_caller) {
  boost::asio::io_context io;
  blocking_pool pool{one_thread()};
  const std::function<number()> work = []() -> number { throw std::runtime_error{"defect"}; };
  BOOST_CHECK_THROW(run_alone(io, pool.run(lasting_permit(), work)), std::runtime_error);
  const std::function<number()> next = [] { return number{1}; };
  BOOST_TEST(run_alone(io, pool.run(lasting_permit(), next)).value() == 1);
}

BOOST_AUTO_TEST_CASE(rejects_calls_beyond_the_queue_limit) {
  held_pool held{2};
  std::atomic<int> done = 0;
  for (int i = 0; i < 3; ++i) held.add([&done]() -> number { return ++done; });
  BOOST_REQUIRE(held.answers.size() == 1U);
  BOOST_TEST((held.answers[0].error().code == error_code::unavailable));
  BOOST_TEST(held.answers[0].error().message.find("is full (2 calls)") != std::string::npos);
  held.open.set_value();
  held.io.restart();
  held.io.run();
  BOOST_TEST(done == 2);
  BOOST_TEST(held.answers.size() == 4U);
}

BOOST_AUTO_TEST_CASE(stopping_finishes_running_calls_and_answers_the_rest) {
  held_pool held{8};
  std::atomic<int> done = 0;
  for (int i = 0; i < 3; ++i) held.add([&done]() -> number { return ++done; });
  std::thread opener{[&] { held.open.set_value(); }};
  held.pool.stop();
  held.pool.stop();
  opener.join();
  held.io.restart();
  held.io.run();
  BOOST_REQUIRE(held.answers.size() == 4U);
  BOOST_TEST(held.answers[0].value() == 0);
  for (size_t i = 1; i < 4; ++i)
    BOOST_TEST(
        (held.answers[i].has_value() || held.answers[i].error().code == error_code::unavailable));
}

BOOST_AUTO_TEST_SUITE_END()
