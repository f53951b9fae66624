#include "gateways/http/api/task.hpp"

#include "fakes.hpp"
#include "gateways/http/access/sign_in.hpp"
#include "gateways/http/services/bus_watch.hpp"
#include "gateways/http/services/network_data.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/services/write_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <deque>

// The coroutines of handlers: results, failures, and questions that are never answered.

namespace {

using namespace ironbus;
using namespace ironbus::http;

using answer_text = question<std::string>::callback;

/// A call with its services. The server's thread is a list that the test runs.
struct task_fixture {
  test::fake_bus messages;
  test::fake_store records;
  driver_catalog catalog;
  test::fake_inspection inspection;
  test::fixed_clock time;
  installation_policy policy;
  gateway_options options;
  commander commands{messages, time, {}};
  const std::shared_ptr<event_hub> events =
      std::make_shared<event_hub>(records, 1, std::chrono::seconds{30});
  request_metrics counted{{}};
  bus_watch watch{messages};
  write_probe writes{records};
  heartbeat_throttle heartbeats{std::chrono::milliseconds{1}};
  network_data_schema networks;
  sign_in users{{}, {}, {}};
  std::deque<std::function<void()>> posted;
  http::services services{messages,
                          records,
                          catalog,
                          inspection,
                          time,
                          policy,
                          options,
                          commands,
                          events,
                          counted,
                          watch,
                          writes,
                          [this](std::function<void()> x) { posted.push_back(std::move(x)); },
                          heartbeats,
                          networks,
                          users};
  std::vector<response> answers;
  call_ptr x = make_call();
  answer_text callback;  ///< Of the last question.

  call_ptr make_call() {
    auto out = std::make_shared<call>(services, request{}, listener_kind::only);
    out->on_reply([this](response y) { answers.push_back(std::move(y)); });
    return out;
  }

  question<std::string> ask() {
    return question<std::string>{[this](answer_text done) { callback = std::move(done); }};
  }

  void run(const std::function<task<>(const call_ptr&)>& work) { run_handler(x, work); }

  void reply(result<std::string> y) {
    std::exchange(callback, {})(std::move(y));
    run_posted();
  }
  void run_posted() {
    for (; !posted.empty(); posted.pop_front()) posted.front()();
  }
};

/// Counts its instances, to show when a coroutine's frame is destroyed.
struct counted_one {
  explicit counted_one(int& n) : count(n) { ++count; }
  counted_one(const counted_one&) = delete;
  ~counted_one() { --count; }
  int& count;
};

BOOST_FIXTURE_TEST_SUITE(tasks, task_fixture)

task<std::string> twice(task_fixture& task_fixture) {
  const auto first = co_await task_fixture.ask();
  const auto second = co_await task_fixture.ask();
  co_return first + second;
}

task<> answer_twice(task_fixture& f) { f.x->respond_json(co_await twice(f)); }

BOOST_AUTO_TEST_CASE(a_value_is_returned_to_the_caller) {
  run([&](const call_ptr&) { return answer_twice(*this); });
  reply("a");
  BOOST_TEST(answers.empty());
  reply("b");
  BOOST_REQUIRE_EQUAL(answers.size(), 1U);
  BOOST_TEST(answers[0].status == 200U);
  BOOST_TEST(answers[0].body == "ab");
}

BOOST_AUTO_TEST_CASE(a_failure_passes_up_and_refuses_the_call) {
  run([&](const call_ptr&) { return answer_twice(*this); });
  reply("a");
  reply(fail(error_code::conflict, "no b"));
  BOOST_REQUIRE_EQUAL(answers.size(), 1U);
  BOOST_TEST(answers[0].status == 409U);
  BOOST_TEST(answers[0].body.find("no b") != std::string::npos);
  BOOST_TEST(x.use_count() == 1);  // Nothing owns the call any more.
}

task<std::string> refuse_unless(bool good) {
  if (!good) co_return fail(error_code::not_found, "nothing here");
  co_return std::string("here");
}

task<> check_something(bool good) {
  if (!good) co_await fail(error_code::invalid, "not so");
}

task<> try_both(const call_ptr& call) {
  const auto found = co_await tried(refuse_unless(false));
  const auto checked = co_await tried(check_something(false));
  const auto good = co_await tried(check_something(true));
  const auto value = co_await result<int>(7);
  call->respond_json(found.error().message + "; " + checked.error().message + "; " +
                     std::to_string(value) + (good ? "; good" : ""));
}

BOOST_AUTO_TEST_CASE(tried_returns_the_failure_as_a_result) {
  run([&](const call_ptr& y) { return try_both(y); });
  BOOST_REQUIRE_EQUAL(answers.size(), 1U);
  BOOST_TEST(answers[0].body == "nothing here; not so; 7; good");
}

task<> try_question(task_fixture& f) {
  const auto got = co_await tried(f.ask());
  f.x->respond_json(got ? *got : got.error().message);
}

BOOST_AUTO_TEST_CASE(a_question_can_be_tried) {
  run([&](const call_ptr&) { return try_question(*this); });
  reply(fail(error_code::unavailable, "away"));
  BOOST_REQUIRE_EQUAL(answers.size(), 1U);
  BOOST_TEST(answers[0].body == "away");
}

task<> end_early(const call_ptr& call, int& reached) {
  co_await result<int>(fail(error_code::forbidden, "stop"));
  ++reached;
  call->respond_json("{}");
}

BOOST_AUTO_TEST_CASE(a_failed_result_ends_the_handler_there) {
  int reached = 0;
  run([&](const call_ptr& y) { return end_early(y, reached); });
  BOOST_TEST(reached == 0);
  BOOST_REQUIRE_EQUAL(answers.size(), 1U);
  BOOST_TEST(answers[0].status == 403U);
}

task<std::string> throw_later(task_fixture& f) {
  const auto text = co_await f.ask();
  throw std::runtime_error("geheim " + text);
}

task<> call_the_thrower(task_fixture& task_fixture, int& alive) {
  const counted_one here(alive);
  const auto got = co_await tried(throw_later(task_fixture));
  task_fixture.x->respond_json(*got);
}

BOOST_AUTO_TEST_CASE(an_exception_deep_in_a_handler_is_500_without_details) {
  int alive = 0;
  run([&](const call_ptr&) { return call_the_thrower(*this, alive); });
  BOOST_TEST(alive == 1);
  reply("x");
  BOOST_REQUIRE_EQUAL(answers.size(), 1U);
  BOOST_TEST(answers[0].status == 500U);
  BOOST_TEST(answers[0].body.find("geheim") == std::string::npos);
  BOOST_TEST(answers[0].body.find(x->request_id) != std::string::npos);
  BOOST_TEST(alive == 0);
}

task<std::string> hold_and_ask(task_fixture& f, int& alive) {
  const counted_one here(alive);
  co_return co_await f.ask();
}

task<> hold_above(task_fixture& f, int& alive) {
  const counted_one here(alive);
  f.x->respond_json(co_await hold_and_ask(f, alive));
}

BOOST_AUTO_TEST_CASE(a_question_dropped_unanswered_frees_every_frame) {
  int alive = 0;
  run([&](const call_ptr&) { return hold_above(*this, alive); });
  BOOST_TEST(alive == 2);
  callback = {};
  BOOST_TEST(alive == 0);
  BOOST_TEST(x.use_count() == 1);
  BOOST_TEST(answers.empty());
}

BOOST_AUTO_TEST_CASE(a_continuation_dropped_unrun_frees_every_frame) {
  int alive = 0;
  run([&](const call_ptr&) { return hold_above(*this, alive); });
  std::exchange(callback, {})(std::string("late"));
  BOOST_TEST(alive == 2);
  posted.clear();  // As when a server stops.
  BOOST_TEST(alive == 0);
}

BOOST_AUTO_TEST_CASE(a_handler_resumes_on_server_threads_only) {
  run([&](const call_ptr&) { return answer_twice(*this); });
  std::exchange(callback, {})(std::string("a"));
  BOOST_TEST(!callback);  // Not resumed by the answering thread.
  BOOST_TEST(posted.size() == 1U);
  run_posted();
  BOOST_TEST(!!callback);
}

BOOST_AUTO_TEST_CASE(a_question_starts_when_it_is_awaited) {
  bool asked = false;
  {
    auto one = question<int>{[&](auto) { asked = true; }};
  }
  BOOST_TEST(!asked);
}

task<> answer_late(task_fixture& f, const call_ptr& y) { y->respond_json(co_await f.ask()); }

BOOST_AUTO_TEST_CASE(the_call_lives_until_its_handler_ends) {
  {
    const auto mine = make_call();
    run_handler(mine, [&](const call_ptr& y) { return answer_late(*this, y); });
  }
  reply("still");
  BOOST_REQUIRE_EQUAL(answers.size(), 1U);
  BOOST_TEST(answers[0].body == "still");
}

task<size_t> at_once(size_t n) { co_return n; }

task<> many_at_once(const call_ptr& call) {
  size_t sum = 0;
  for (size_t i = 0; i < 1000; ++i) sum += co_await at_once(i);
  call->respond_json(std::to_string(sum));
}

BOOST_AUTO_TEST_CASE(tasks_without_questions_end_at_once) {
  run([&](const call_ptr& y) { return many_at_once(y); });
  BOOST_REQUIRE_EQUAL(answers.size(), 1U);
  BOOST_TEST(answers[0].body == "499500");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
