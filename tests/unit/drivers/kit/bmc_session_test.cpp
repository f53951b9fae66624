#include "drivers/kit/bmc/bmc_session.hpp"

#include "tests/unit/drivers/kit/http_asker.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <deque>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace asio = boost::asio;

namespace {

bmc_endpoint place() {
  bmc_endpoint out;
  out.bmc = {true, "bmc.example.org", 443};
  return out;
}

http_response ok(std::string body) {
  http_response out;
  out.status = 200;
  out.body = std::move(body);
  return out;
}

/// A session whose BMC responds when the test says so.
struct slow_bmc {
  struct asked_for {
    explicit asked_for(asio::io_context& io) : timer{io, asio::steady_timer::time_point::max()} {}

    http_request request{lasting_permit()};
    std::optional<http_result> answer;
    asio::steady_timer timer;
  };

  explicit slow_bmc(bmc_session_options options = {})
      : session{io.get_executor(), place(),
                [this](http_request x) { return exchange(std::move(x)); }, std::move(options),
                [this] { return now; }} {}

  asio::awaitable<http_result> exchange(http_request given) {
    auto& mine = asked.emplace_back(io);
    mine.request = std::move(given);
    boost::system::error_code e;
    co_await mine.timer.async_wait(asio::redirect_error(asio::use_awaitable, e));
    if (!mine.answer) throw std::runtime_error{"a defect"};
    co_return *mine.answer;
  }

  /// Starts a call; its response arrives in the list.
  std::shared_ptr<std::optional<http_result>> begin(asio::awaitable<http_result> call) {
    auto out = std::make_shared<std::optional<http_result>>();
    asio::co_spawn(io, std::move(call),
                   [out](const std::exception_ptr&, http_result x) { *out = std::move(x); });
    run_until_quiet();
    return out;
  }
  auto read(const std::string& target = "/a", std::chrono::milliseconds age_max = 0ms) {
    return begin(session.read(lasting_permit(), target, age_max));
  }
  auto post() {
    http_request x{lasting_permit()};
    x.method = http_method::post;
    x.target = "/reset";
    return begin(session.change(std::move(x)));
  }
  /// Unset: it throws.
  void answer(size_t which, std::optional<http_result> item) {
    asked.at(which).answer = std::move(item);
    asked.at(which).timer.cancel();
    run_until_quiet();
  }
  void run_until_quiet() {
    io.restart();
    io.poll();
  }

  asio::io_context io;
  std::chrono::steady_clock::time_point now{};
  std::deque<asked_for> asked;
  bmc_session session;
};

std::string body_of(const std::shared_ptr<std::optional<http_result>>& x) {
  BOOST_REQUIRE(x->has_value());
  return (**x) ? (**x)->body : (**x).error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bmc_sessions)

BOOST_AUTO_TEST_CASE(sends_requests_with_the_common_headers) {
  bmc_session_options options;
  options.headers = {{"OData-Version", "4.0"}};
  slow_bmc bmc{options};
  bmc.read("/redfish/v1/");
  bmc.post();
  for (const auto& one : bmc.asked) {
    BOOST_TEST((one.request.server == place().bmc));
    BOOST_TEST((one.request.headers == http_headers{{"OData-Version", "4.0"}}));
  }
  BOOST_TEST((bmc.asked[0].request.method == http_method::get));
  BOOST_TEST((bmc.asked[1].request.method == http_method::post));
  BOOST_TEST(bmc.asked[1].request.target == "/reset");
}

BOOST_AUTO_TEST_CASE(the_permit_tells_whether_the_bmc_answers) {
  slow_bmc bmc;
  const test_lease worker;
  const auto allowed = worker.issue();
  const auto read = [&](size_t which, http_result answer) {
    bmc.begin(bmc.session.read(allowed, "/a", 0ms));
    BOOST_TEST(allowed.unanswered().value().host == authority_of(place().bmc));
    bmc.answer(which, std::move(answer));
  };
  http_response broken;
  broken.status = 503;
  read(0, broken);
  BOOST_TEST(allowed.unanswered().value().error == "HTTP 503");
  read(1, http_fail(http_error::unreachable, "connection refused"));
  BOOST_TEST(allowed.unanswered().value().error == "connection refused");
  http_response missing;
  missing.status = 404;
  read(2, missing);
  BOOST_TEST(!allowed.unanswered());
}

BOOST_AUTO_TEST_CASE(limits_concurrent_requests_and_keeps_the_order) {
  bmc_session_options options;
  options.requests_max = 2;
  options.waiting_max = 2;
  slow_bmc bmc{options};
  const auto a = bmc.read("/a");
  const auto b = bmc.read("/b");
  const auto c = bmc.read("/c");
  const auto d = bmc.read("/d");
  const auto refused = bmc.read("/e");
  BOOST_TEST(bmc.asked.size() == 2U);
  BOOST_TEST(((**refused).error().why == http_error::busy));
  BOOST_TEST(body_of(refused) ==
             "Too many requests are waiting for the BMC at bmc.example.org:443 (limit: 2).");
  bmc.answer(1, ok("b"));
  BOOST_TEST(body_of(b) == "b");
  BOOST_REQUIRE(bmc.asked.size() == 3U);
  BOOST_TEST(bmc.asked[2].request.target == "/c");
  bmc.answer(0, std::nullopt);  // an internal error releases its slot, too
  BOOST_REQUIRE(bmc.asked.size() == 4U);
  BOOST_TEST(bmc.asked[3].request.target == "/d");
  bmc.answer(2, ok("c"));
  bmc.answer(3, ok("d"));
  BOOST_TEST(body_of(c) + body_of(d) == "cd");
  const auto later = bmc.read("/f");
  BOOST_TEST(bmc.asked.size() == 5U);
}

BOOST_AUTO_TEST_CASE(combines_identical_reads) {
  slow_bmc bmc;
  const std::vector answers{bmc.read(), bmc.read(), bmc.read(), bmc.read("/b")};
  BOOST_TEST(bmc.asked.size() == 2U);
  bmc.answer(0, ok("a"));
  for (size_t i = 0; i < 3; ++i) BOOST_TEST(body_of(answers[i]) == "a");
  BOOST_TEST(!answers[3]->has_value());
  const auto after = bmc.read();
  BOOST_TEST(bmc.asked.size() == 3U);
}

BOOST_AUTO_TEST_CASE(all_waiting_callers_get_a_failure_which_is_not_cached) {
  slow_bmc bmc;
  const std::vector answers{bmc.read(), bmc.read()};
  bmc.answer(0, http_result{http_fail(http_error::unreachable, "gone")});
  for (const auto& x : answers) BOOST_TEST(body_of(x) == "gone");
  const std::vector further{bmc.read("/a", 1h), bmc.read("/a", 1h)};
  bmc.answer(1, std::nullopt);
  for (const auto& x : further) BOOST_TEST(has(body_of(x), "an internal error"));
  auto busy = ok("x");
  busy.status = 503;
  const auto third = bmc.read("/a", 1h);
  bmc.answer(2, busy);
  bmc.read("/a", 1h);
  BOOST_TEST(bmc.asked.size() == 4U);
}

BOOST_AUTO_TEST_CASE(caches_a_response_as_long_as_the_caller_allows) {
  slow_bmc bmc;
  bmc.read();
  bmc.now += 5s;  // on its way; its age counts from the request
  bmc.answer(0, ok("old"));
  BOOST_TEST(body_of(bmc.read("/a", 6s)) == "old");
  BOOST_TEST(bmc.asked.size() == 1U);
  const auto fresh = bmc.read("/a", 5s);
  BOOST_TEST(bmc.asked.size() == 2U);
  bmc.answer(1, ok("new"));
  BOOST_TEST(body_of(fresh) == "new");
  BOOST_TEST(body_of(bmc.read("/a", 5s)) == "new");
  BOOST_TEST(bmc.asked.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_change_invalidates_earlier_reads) {
  slow_bmc bmc;
  bmc.read();
  bmc.answer(0, ok("before"));
  const auto under_way = bmc.read("/b");
  bmc.post();                               // 2
  const auto between = bmc.read("/a", 1h);  // queued: two are running
  bmc.answer(1, ok("old b"));
  BOOST_TEST(body_of(under_way) == "old b");  // it was requested before
  BOOST_REQUIRE(bmc.asked.size() == 4U);
  bmc.answer(3, ok("in between"));
  BOOST_TEST(body_of(between) == "in between");
  bmc.answer(2, http_result{http_fail(http_error::timeout, "lost")});  // it may have taken effect
  for (const auto* target : {"/a", "/b"}) {
    const auto asked = bmc.asked.size();
    bmc.read(target, 1h);
    BOOST_TEST(bmc.asked.size() == asked + 1);
  }
}

BOOST_AUTO_TEST_CASE(a_read_from_before_a_change_is_not_shared_after_it) {
  slow_bmc bmc;
  const auto before = bmc.read();
  bmc.post();
  bmc.answer(1, ok(""));
  const auto after = bmc.read("/a", 1h);
  BOOST_REQUIRE(bmc.asked.size() == 3U);
  bmc.answer(2, ok("on"));
  bmc.answer(0, ok("off"));
  BOOST_TEST(body_of(before) == "off");
  BOOST_TEST(body_of(after) == "on");
  BOOST_TEST(body_of(bmc.read("/a", 1h)) == "on");
}

BOOST_AUTO_TEST_CASE(evicts_the_oldest_responses) {
  bmc_session_options options;
  options.known_bytes_max = 100;
  slow_bmc bmc{options};
  for (const auto* target : {"/a", "/b", "/c"}) {
    bmc.read(target);
    bmc.answer(bmc.asked.size() - 1, ok(std::string(40, 'x')));
  }
  bmc.read("/b", 1h);
  bmc.read("/c", 1h);
  BOOST_TEST(bmc.asked.size() == 3U);
  bmc.read("/a", 1h);
  BOOST_TEST(bmc.asked.size() == 4U);
  bmc.answer(3, ok(std::string(200, 'x')));  // larger than the whole cache
  bmc.read("/a", 1h);
  BOOST_TEST(bmc.asked.size() == 5U);
}

// All cases: a normal BMC, one that rejects, one that echoes the request, none.
BOOST_AUTO_TEST_CASE(no_error_contains_the_credentials) {
  const auto echo = [](const auto& given, const auto& send) {
    const auto found = given.text.find("Authorization: ");
    const auto secret = given.text.substr(found, given.text.find("\r\n", found) - found);
    send(given.number == 1 ? answer_text(302, secret, "Location: /?" + secret.substr(15) + "\r\n")
                           : secret + "\r\n\r\n");
    return keep_alive_server::then::keep;
  };
  auto server = std::make_unique<keep_alive_server>(echo);
  auto options = patient();
  options.idle_per_server_max = 1;
  http_asker asker{options};
  auto known_as = place();
  known_as.bmc = server->endpoint();
  bmc_session session{asker.io.get_executor(), known_as, [&](http_request x) {
                        x.headers.emplace_back("Authorization", "Basic YWRtaW46Z2VoZWlt");
                        return asker.client.exchange(std::move(x));
                      }};
  const auto error = [&](const std::string& target) {
    http_result out;
    asio::co_spawn(asker.io, session.read(lasting_permit(), target, 0ms),
                   [&](const std::exception_ptr&, http_result x) { out = std::move(x); });
    asker.io.restart();
    asker.io.run();
    BOOST_REQUIRE(!out);
    BOOST_TEST(!has(out.error().message, "geheim"));
    BOOST_TEST(!has(out.error().message, "YWRtaW46"));
    return out.error().why;
  };
  BOOST_TEST(error("/a") == http_error::redirect);
  BOOST_TEST(error("/a") == http_error::protocol);
  BOOST_TEST(error("/a\r\n") == http_error::refused);
  server.reset();
  BOOST_TEST(error("/a") == http_error::unreachable);
}

BOOST_AUTO_TEST_SUITE_END()
