#include "drivers/kit/order/execute_order.hpp"

#include "tests/unit/drivers/kit/run_alone.hpp"

#include <boost/test/unit_test.hpp>

#include <deque>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;
using s = machine_sight;
using k = answer_kind;

namespace {

/// A machine that gives these answers and sights in order; the last one lasts. Only pauses take
/// time.
struct scripted_machine {
  std::deque<order_answer> answers{{k::accepted, {}}};
  std::deque<order_sight> sights;
  std::string log;  ///< S: sent, L: looked.
  steady_clock::time_point moment{};

  template <class T>
  static T next(std::deque<T>& from) {
    auto out = from.front();
    if (from.size() > 1) from.pop_front();
    return out;
  }
  boost::asio::awaitable<order_answer> send() {
    log += 'S';
    co_return next(answers);
  }
  boost::asio::awaitable<order_sight> look() {
    log += 'L';
    co_return next(sights);
  }
  boost::asio::awaitable<void> rest(std::chrono::milliseconds length) {
    moment += length;
    co_return;
  }
  order_pace pace() {
    order_pace out;
    out.now = [this] { return moment; };
    out.pause = [this](std::chrono::milliseconds length) { return rest(length); };
    return out;
  }
  order_reader reader() {
    return [this] { return look(); };
  }
  machine_order order(bool repeatable = true) {
    machine_order out;
    out.send = [this] { return send(); };
    out.look = reader();
    out.repeatable = repeatable;
    out.seen_other = true;
    return out;
  }
  order_end run(machine_order what) {
    boost::asio::io_context io;
    return run_alone(io, execute_order(std::move(what), pace()));
  }
  order_end run() { return run(order()); }
};

const order_sight on{s::wanted, "power on", {}};
const order_sight off{s::other, "power off", {}};
const order_sight moving{s::changing, "power on", {}};
const order_sight error{s::nothing, {}, "HTTP 500"};
const order_sight denied{s::denied, {}, "HTTP 401"};

bool is(const order_end& end, order_result wanted) { return end.result == wanted; }

}  // namespace

BOOST_AUTO_TEST_SUITE(orders)

BOOST_AUTO_TEST_CASE(an_accepted_order_ends_when_the_machine_shows_it) {
  scripted_machine x;
  x.sights = {off, moving, on};
  const auto end = x.run();
  BOOST_TEST(is(end, order_result::done));
  BOOST_TEST(x.log == "SLLL");
  BOOST_TEST(end.state == "power on");
  BOOST_TEST(end.took.count() == (1s + 1500ms) / 1ms);
}

BOOST_AUTO_TEST_CASE(failed_readings_end_nothing_before_the_deadline) {
  scripted_machine x;
  x.sights = {error, error, error, denied, error, on};
  BOOST_TEST(is(x.run(), order_result::done));
  BOOST_TEST(x.log == "SLLLLLL");
}

BOOST_AUTO_TEST_CASE(the_answer_of_an_executed_order_may_be_an_error) {
  scripted_machine x;
  x.answers = {{k::unknown, "HTTP 500"}};
  x.sights = {error, moving, on, on};
  BOOST_TEST(is(x.run(), order_result::done));
  BOOST_TEST(x.log == "SLLLL");  // the end is confirmed, and nothing is sent twice
}

BOOST_AUTO_TEST_CASE(an_end_that_is_never_shown_is_unknown) {
  scripted_machine x;
  x.sights = {off, error};
  const auto end = x.run();
  BOOST_TEST(is(end, order_result::unknown));
  BOOST_TEST(end.state == "power off");
  BOOST_TEST((end.took >= 60s));
  BOOST_TEST(text_of(end, "The machine", "power on") ==
             "The machine did not reach 'power on' in time. It last reported 'power off'. The last "
             "reading failed: HTTP 500");
  scripted_machine silent;
  silent.answers = {{k::unknown, "HTTP 404: gone"}};
  silent.sights = {error};
  const auto unseen = silent.run();
  BOOST_TEST(is(unseen, order_result::unknown));
  BOOST_TEST(text_of(unseen, "The machine", "power on") ==
             "The machine did not reach 'power on' in time. It reported no state. The last reading "
             "failed: HTTP 500 The answer to the request was: HTTP 404: gone");
}

BOOST_AUTO_TEST_CASE(an_accepted_order_that_nothing_follows_is_unknown) {
  scripted_machine x;
  x.sights = {off};
  const auto end = x.run();
  BOOST_TEST(is(end, order_result::unknown));
  BOOST_TEST(end.sent == 1U);
  BOOST_TEST(text_of(end, "M", "power on") ==
             "M did not reach 'power on' in time. It still reports 'power off'.");
}

BOOST_AUTO_TEST_CASE(only_an_answer_without_effect_ends_an_order) {
  for (const auto kind : {k::refused, k::not_sent}) {
    scripted_machine x;
    x.answers = {{kind, "no such type"}};
    x.sights = {on};
    const auto end = x.run();
    BOOST_TEST(is(end, order_result::refused));
    BOOST_TEST(x.log == "S");
    BOOST_TEST(text_of(end, "M", "power on") == "no such type");
  }
}

BOOST_AUTO_TEST_CASE(a_refusal_after_an_order_that_may_have_been_executed_is_not_final) {
  scripted_machine x;
  x.answers = {{k::unknown, "HTTP 500"}, {k::refused, "HTTP 403"}};
  x.sights = {off};
  const auto end = x.run();
  BOOST_TEST(is(end, order_result::unknown));
  BOOST_TEST(end.sent == 2U);
}

BOOST_AUTO_TEST_CASE(a_rejected_order_is_repeated_until_the_attempts_end) {
  for (const auto kind : {k::already_so, k::transient}) {
    scripted_machine x;
    x.answers = {{kind, "HTTP 409: not now"}};
    x.sights = {off};
    const auto end = x.run(x.order(false));
    BOOST_TEST(is(end, order_result::refused));
    BOOST_TEST(end.sent == 7U);
    BOOST_TEST(text_of(end, "M", "power on") == "HTTP 409: not now");
    BOOST_TEST((end.took >= 60s));
  }
}

BOOST_AUTO_TEST_CASE(a_rejected_order_is_done_if_the_machine_has_the_state_twice) {
  scripted_machine x;
  x.answers = {{k::already_so, "HTTP 409"}, {k::accepted, {}}};
  x.sights = {on, on};
  BOOST_TEST(is(x.run(), order_result::done));
  BOOST_TEST(x.log == "SLL");
  scripted_machine stale = x;
  stale.log.clear();
  stale.answers = {{k::already_so, "HTTP 409"}, {k::accepted, {}}};
  stale.sights = {on, off, off, on};  // the first reading shows what was before
  BOOST_TEST(is(stale.run(), order_result::done));
  BOOST_TEST(stale.log == "SLLLSL");
}

BOOST_AUTO_TEST_CASE(an_order_that_may_have_been_executed_is_sent_twice_only_if_harmless) {
  scripted_machine x;
  x.answers = {{k::unknown, "no answer"}, {k::accepted, {}}};
  x.sights = {off, off, off, off, off, off, off, on};
  BOOST_TEST(x.run().sent == 2U);
  scripted_machine y = x;
  y.answers = {{k::unknown, "no answer"}};
  y.sights = {off};
  const auto end = y.run(y.order(false));
  BOOST_TEST(end.sent == 1U);
  BOOST_TEST(is(end, order_result::unknown));
}

BOOST_AUTO_TEST_CASE(a_restart_is_proved_by_acceptance_or_by_a_visible_change) {
  const auto restart = [](scripted_machine& x) {
    auto out = x.order(false);
    out.seen_other = false;
    out.returns = true;
    out.effect_after = 15s;
    return out;
  };
  scripted_machine accepted;
  accepted.sights = {on};
  BOOST_TEST(is(accepted.run(restart(accepted)), order_result::done));
  BOOST_TEST(accepted.log == "SLL");
  scripted_machine unknown;
  unknown.answers = {{k::unknown, "HTTP 500"}};
  unknown.sights = {on};
  BOOST_TEST(is(unknown.run(restart(unknown)), order_result::unknown));
  scripted_machine seen;
  seen.answers = {{k::unknown, "HTTP 500"}};
  seen.sights = {on, moving, on, on};
  BOOST_TEST(is(seen.run(restart(seen)), order_result::done));
  BOOST_TEST(seen.log == "SLLLL");
}

BOOST_AUTO_TEST_CASE(without_an_earlier_sight_the_wanted_state_is_confirmed) {
  scripted_machine x;
  x.sights = {on, off, on};
  auto order = x.order();
  order.seen_other = false;
  BOOST_TEST(is(x.run(order), order_result::done));
  BOOST_TEST(x.log == "SLLL");
}

BOOST_AUTO_TEST_CASE(rejected_credentials_lock_no_account) {
  scripted_machine x;
  x.sights = {denied};
  const auto end = x.run();
  BOOST_TEST(is(end, order_result::unknown));
  BOOST_TEST(x.log == "SLLL");
  BOOST_TEST(end.unread == "HTTP 401");
}

BOOST_AUTO_TEST_CASE(a_lost_permit_ends_the_readings) {
  scripted_machine x;
  x.sights = {{s::closed, {}, "The lease has expired."}};
  BOOST_TEST(is(x.run(), order_result::unknown));
  BOOST_TEST(x.log == "SL");
}

BOOST_AUTO_TEST_CASE(a_failure_that_the_machine_reports_ends_the_order) {
  scripted_machine x;
  x.answers = {{k::in_progress, {}}};
  x.sights = {off, {s::failed, {}, "The task has failed: no medium."}};
  const auto end = x.run();
  BOOST_TEST(is(end, order_result::refused));
  BOOST_TEST(text_of(end, "M", "inserted") == "The task has failed: no medium.");
}

BOOST_AUTO_TEST_CASE(waits_for_the_end_of_an_order_that_was_accepted_before) {
  boost::asio::io_context io;
  scripted_machine x;
  x.sights = {error, off, error, on};
  BOOST_TEST(is(run_alone(io, await_sight(x.reader(), x.pace())), order_result::done));
  BOOST_TEST(x.log == "LLLL");
  scripted_machine never;
  never.sights = {off};
  BOOST_TEST(is(run_alone(io, await_sight(never.reader(), never.pace())), order_result::unknown));
}

BOOST_AUTO_TEST_CASE(a_sight_is_confirmed_by_a_second_one) {
  boost::asio::io_context io;
  scripted_machine x;
  x.sights = {off, on, moving, on, on};
  const auto sight = run_alone(io, confirmed_sight(x.reader(), x.pace()));
  BOOST_TEST((sight.shows == s::wanted));
  BOOST_TEST(x.log == "LLLLL");
  scripted_machine broken;
  broken.sights = {off, error};
  BOOST_TEST((run_alone(io, confirmed_sight(broken.reader(), broken.pace())).shows == s::nothing));
  scripted_machine restless;
  restless.sights = {moving};
  BOOST_TEST(
      (run_alone(io, confirmed_sight(restless.reader(), restless.pace())).shows == s::changing));
}

BOOST_AUTO_TEST_SUITE_END()
