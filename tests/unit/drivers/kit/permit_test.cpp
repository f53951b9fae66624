#include "drivers/port/permit.hpp"

#include "drivers/kit/blocking_pool.hpp"
#include "drivers/kit/bmc/bmc_session.hpp"
#include "drivers/kit/process/child_process.hpp"
#include "tests/unit/drivers/kit/http_asker.hpp"
#include "tests/unit/drivers/kit/run_alone.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <future>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

// Every way to a machine that the kit offers, with a worker whose lease has expired.

namespace {

http_request asking(const keep_alive_server& server, const test_lease& worker) {
  auto out = request_to(server.endpoint());
  out.allowed = worker.issue();
  return out;
}

/// Waits for the test, in a coroutine.
struct held_exchange {
  explicit held_exchange(boost::asio::io_context& io)
      : open{io, boost::asio::steady_timer::time_point::max()} {}

  boost::asio::awaitable<http_result> exchange(http_request) {
    ++calls;
    boost::system::error_code ignored;
    co_await open.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
    http_response out;
    out.status = 200;
    co_return out;
  }

  boost::asio::steady_timer open;
  size_t calls = 0;
};

/// One request at a time.
struct narrow_session {
  narrow_session()
      : session{io.get_executor(),
                {{false, "192.0.2.1", 80}, {}},
                [this](http_request x) { return bmc.exchange(std::move(x)); },
                one_at_a_time()} {}

  static bmc_session_options one_at_a_time() {
    bmc_session_options out;
    out.requests_max = 1;
    return out;
  }
  std::shared_ptr<std::optional<http_result>> begin(boost::asio::awaitable<http_result> call) {
    auto out = std::make_shared<std::optional<http_result>>();
    boost::asio::co_spawn(io, std::move(call),
                          [out](const std::exception_ptr&, http_result x) { *out = std::move(x); });
    run();
    return out;
  }
  void run() {
    io.restart();
    io.poll();
  }

  boost::asio::io_context io;
  held_exchange bmc{io};
  bmc_session session;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(permits)

BOOST_AUTO_TEST_CASE(http_sends_and_connects_nothing_after_a_lapse) {
  keep_alive_server server{always(answer_text(200))};
  http_asker asker{patient()};
  test_lease worker;
  const auto request = asking(server, worker);
  BOOST_TEST(status_of(asker.ask(request)) == 200U);
  worker.lapse();
  const auto refused = asker.ask(request);
  BOOST_TEST(error_of(refused) == http_error::refused);
  BOOST_TEST(refused.error().message == permit_refused);
  BOOST_TEST(request.allowed.has_refused());
  BOOST_TEST(server.questions().size() == 1U);
  BOOST_TEST(server.connections() == 1U);
}

BOOST_AUTO_TEST_CASE(http_sends_nothing_if_the_lease_expires_during_the_connect) {
  keep_alive_server server{always(answer_text(200))};
  http_asker asker{patient()};
  test_lease worker;
  auto request = asking(server, worker);
  request.method = http_method::post;
  worker.lapse_at(1);
  BOOST_TEST(error_of(asker.ask(request)) == http_error::refused);
  server.wait_until_closed(1);
  BOOST_TEST(server.questions().empty());
}

BOOST_AUTO_TEST_CASE(http_retries_nothing_after_a_lapse) {
  test_lease worker;
  keep_alive_server server{[&](const auto&, const keep_alive_server::sender& send) {
    worker.lapse();
    send(answer_text(503));
    return keep_alive_server::then::close;
  }};
  auto options = patient();
  options.attempts_max = 5;
  http_asker asker{options};
  BOOST_TEST(error_of(asker.ask(asking(server, worker))) == http_error::refused);
  BOOST_TEST(server.questions().size() == 1U);
}

BOOST_AUTO_TEST_CASE(http_uses_no_idle_connection_after_a_lapse) {
  keep_alive_server server{always(answer_text(200))};
  auto options = patient();
  options.idle_per_server_max = 1;
  http_asker asker{options};
  test_lease worker;
  const auto request = asking(server, worker);
  BOOST_TEST(status_of(asker.ask(request)) == 200U);
  worker.lapse_at(0);
  BOOST_TEST(error_of(asker.ask(request)) == http_error::refused);
  BOOST_TEST(server.questions().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_bmc_gets_no_request_if_the_lease_expired_in_the_queue) {
  narrow_session session;
  test_lease worker;
  const auto before = session.begin(session.session.read(worker.issue(), "/a", 0ms));
  const auto asked = worker.issue();
  const auto waits = session.begin(session.session.read(asked, "/b", 0ms));
  http_request change{worker.issue()};
  change.method = http_method::post;
  const auto waits_too = session.begin(session.session.change(change));
  BOOST_TEST(session.bmc.calls == 1U);
  worker.lapse();
  session.bmc.open.cancel();
  session.run();
  BOOST_TEST(status_of(before->value()) == 200U);  // it was running
  BOOST_TEST(error_of(waits->value()) == http_error::refused);
  BOOST_TEST(error_of(waits_too->value()) == http_error::refused);
  BOOST_TEST(asked.has_refused());
  BOOST_TEST(change.allowed.has_refused());
  BOOST_TEST(session.bmc.calls == 1U);
}

BOOST_AUTO_TEST_CASE(callers_of_a_shared_read_see_the_refusal_too) {
  narrow_session session;
  test_lease worker;
  session.begin(session.session.read(worker.issue(), "/a", 0ms));
  const auto first = worker.issue();
  const auto second = worker.issue();
  const auto asks = session.begin(session.session.read(first, "/b", 0ms));
  const auto joins = session.begin(session.session.read(second, "/b", 0ms));
  worker.lapse();
  worker.announce();  // the next incarnation sends its own request
  const auto next = session.begin(session.session.read(worker.issue(), "/b", 0ms));
  session.bmc.open.cancel();
  session.run();
  BOOST_TEST(error_of(asks->value()) == http_error::refused);
  BOOST_TEST(error_of(joins->value()) == http_error::refused);
  BOOST_TEST(second.has_refused());
  BOOST_TEST(!next->has_value());  // running
  BOOST_TEST(session.bmc.calls == 2U);
  session.bmc.open.cancel();
  session.run();
  BOOST_TEST(status_of(next->value()) == 200U);
}

BOOST_AUTO_TEST_CASE(no_cached_response_after_a_lapse) {
  narrow_session session;
  test_lease worker;
  const auto first = session.begin(session.session.read(worker.issue(), "/a", 1h));
  session.bmc.open.cancel();
  session.run();
  const auto allowed = worker.issue();
  BOOST_TEST(status_of(session.begin(session.session.read(allowed, "/a", 1h))->value()) == 200U);
  worker.lapse();
  BOOST_TEST(error_of(session.begin(session.session.read(allowed, "/a", 1h))->value()) ==
             http_error::refused);
  BOOST_TEST(session.bmc.calls == 1U);
}

BOOST_AUTO_TEST_CASE(no_program_starts_after_a_lapse) {
  boost::asio::io_context io;
  test_lease worker;
  child_command command{worker.issue()};
  command.argv = {"/bin/sh", "-c", "exit 7"};
  BOOST_TEST(run_alone(io, run_child(command)).value().exit_code == 7);
  worker.lapse();
  const auto refused = run_alone(io, run_child(command));
  BOOST_REQUIRE(!refused);
  BOOST_TEST((refused.error().code == error_code::unavailable));
  BOOST_TEST(refused.error().message == permit_refused);
  BOOST_TEST(command.allowed.has_refused());
}

BOOST_AUTO_TEST_CASE(queued_work_does_not_start_after_a_lapse) {
  boost::asio::io_context io;
  blocking_pool_options options;
  options.threads = 1;
  blocking_pool pool{options};
  test_lease worker;
  std::promise<void> begun;
  std::promise<void> open;
  const std::function<result<int>()> slow = [&]() -> result<int> {
    begun.set_value();
    open.get_future().wait();
    return 1;
  };
  bool called = false;
  const std::function<result<int>()> behind = [&]() -> result<int> { return called = true; };
  std::vector<result<int>> ends;
  const auto take = [&](const std::exception_ptr&, result<int> end) { ends.push_back(end); };
  boost::asio::co_spawn(io, pool.run(worker.issue(), slow), take);
  boost::asio::co_spawn(io, pool.run(worker.issue(), behind), take);
  io.poll();
  begun.get_future().wait();
  worker.lapse();
  open.set_value();
  io.restart();
  io.run();
  BOOST_REQUIRE(ends.size() == 2U);
  BOOST_TEST(ends[0].value() == 1);
  BOOST_TEST(ends[1].error().message == permit_refused);
  BOOST_TEST(!called);
}

BOOST_AUTO_TEST_SUITE_END()
