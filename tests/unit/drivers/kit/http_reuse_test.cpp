#include "tests/unit/drivers/kit/http_asker.hpp"

#include <atomic>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;
using then = keep_alive_server::then;

namespace {

http_client_options keeping(size_t connections = 2) {
  auto out = patient();
  out.idle_per_server_max = connections;
  out.idle_time = 1h;
  return out;
}

/// The response by the number of the request.
keep_alive_server::answerer by_turn(std::vector<std::string> texts) {
  auto next = std::make_shared<std::atomic<size_t>>(0);
  return [texts = std::move(texts), next](const auto&, const auto& send) {
    const auto turn = next->fetch_add(1);
    send(turn < texts.size() ? texts[turn] : answer_text(200));
    return turn < texts.size() && texts[turn].empty() ? then::close : then::keep;
  };
}

const std::string cut_off;
const auto busy = [](const std::string& retry_after) {
  return answer_text(503, "{}", "Retry-After: " + retry_after + "\r\n");
};

}  // namespace

BOOST_AUTO_TEST_SUITE(http_reuse)

BOOST_AUTO_TEST_CASE(keeps_a_connection_for_the_next_request) {
  keep_alive_server server{always(answer_text(200))};
  http_asker asker{keeping()};
  for (int i = 0; i < 3; ++i)
    BOOST_TEST(status_of(asker.ask(request_to(server.endpoint()))) == 200U);
  BOOST_TEST(server.connections() == 1U);
  BOOST_TEST(!has(server.questions()[0].text, "Connection:"));
}

BOOST_AUTO_TEST_CASE(keeps_none_unless_enabled) {
  keep_alive_server server{always(answer_text(200))};
  http_asker asker{patient()};
  for (int i = 0; i < 2; ++i) asker.ask(request_to(server.endpoint()));
  BOOST_TEST(server.connections() == 2U);
  BOOST_TEST(has(server.questions()[0].text, "Connection: close\r\n"));
  http_asker forgetful{[] {
    auto out = keeping();
    out.idle_time = 0ms;
    return out;
  }()};
  for (int i = 0; i < 2; ++i) forgetful.ask(request_to(server.endpoint()));
  BOOST_TEST(server.connections() == 4U);
}

BOOST_AUTO_TEST_CASE(does_not_reuse_a_doubtful_connection) {
  for (const auto& text :
       {answer_text(200, "{}", "Connection: close\r\n"), answer_text(200) + "HTTP/1.1 200 OK\r\n",
        std::string{"HTTP/1.1 100 Continue\r\n\r\n"}}) {
    keep_alive_server server{always(text)};
    http_asker asker{keeping()};
    for (int i = 0; i < 2; ++i) asker.ask(request_to(server.endpoint()));
    BOOST_TEST(server.connections() == 2U, text);
  }
}

BOOST_AUTO_TEST_CASE(replaces_a_connection_closed_by_the_server) {
  keep_alive_server server{always(answer_text(200), then::close)};
  http_asker asker{keeping()};
  for (size_t i = 1; i <= 3; ++i) {
    BOOST_TEST(status_of(asker.ask(request_to(server.endpoint()))) == 200U);
    server.wait_until_closed(i);
  }
  BOOST_TEST(server.connections() == 3U);
  BOOST_TEST(server.questions().size() == 3U);
}

// It closes the connection at the second request on it. That request is sent again, although this
// client does not retry.
BOOST_AUTO_TEST_CASE(losing_an_idle_connection_is_no_failure_of_the_server) {
  keep_alive_server server{by_turn({answer_text(200), cut_off, answer_text(204, "")})};
  http_asker asker{keeping()};
  BOOST_TEST(status_of(asker.ask(request_to(server.endpoint()))) == 200U);
  BOOST_TEST(status_of(asker.ask(request_to(server.endpoint()))) == 204U);
  BOOST_TEST(server.questions().size() == 3U);
  BOOST_TEST(server.connections() == 2U);
}

BOOST_AUTO_TEST_CASE(a_non_idempotent_request_uses_a_new_connection) {
  keep_alive_server server{always(answer_text(200))};
  http_asker asker{keeping()};
  asker.ask(request_to(server.endpoint()));
  for (const auto method : {http_method::post, http_method::patch})
    asker.ask(request_to(server.endpoint(), method));
  BOOST_TEST(server.connections() == 3U);
  for (const auto method : {http_method::get, http_method::put, http_method::remove})
    asker.ask(request_to(server.endpoint(), method));
  BOOST_TEST(server.connections() == 3U);
}

BOOST_AUTO_TEST_CASE(limits_idle_connections) {
  std::mutex mutex;
  std::condition_variable arrived;
  size_t asked = 0;
  keep_alive_server server{[&](const auto&, const auto& send) {
    std::unique_lock held{mutex};
    ++asked;
    arrived.notify_all();
    arrived.wait(held,
                 [&] { return asked % 4 == 0; });  // all at once, so each on its own connection
    send(answer_text(200));
    return then::keep;
  }};
  http_asker asker{keeping(2)};
  const std::vector<http_request> four(4, request_to(server.endpoint()));
  for (const auto& answer : asker.ask_all(four)) BOOST_TEST(status_of(answer) == 200U);
  BOOST_TEST(server.connections() == 4U);
  for (const auto& answer : asker.ask_all(four)) BOOST_TEST(status_of(answer) == 200U);
  BOOST_TEST(server.connections() == 6U);
}

BOOST_AUTO_TEST_CASE(retries_a_temporary_error_if_harmless) {
  struct row {
    http_method method;
    size_t requests;
  };
  for (const auto& x :
       {row{http_method::get, 3}, row{http_method::put, 3}, row{http_method::remove, 3},
        row{http_method::post, 1}, row{http_method::patch, 1}}) {
    keep_alive_server server{by_turn({busy("0"), answer_text(502), answer_text(200)})};
    auto options = patient();
    options.attempts_max = 5;
    const auto answer = http_asker{options}.ask(request_to(server.endpoint(), x.method));
    BOOST_TEST(status_of(answer) == (x.requests == 3 ? 200U : 503U));
    BOOST_TEST(server.questions().size() == x.requests);
  }
}

BOOST_AUTO_TEST_CASE(does_not_retry_other_errors_and_returns_the_last_response) {
  for (const auto status : {400, 401, 403, 404, 409, 500}) {
    keep_alive_server server{always(answer_text(status))};
    auto options = patient();
    options.attempts_max = 3;
    BOOST_TEST(status_of(http_asker{options}.ask(request_to(server.endpoint()))) ==
               static_cast<unsigned>(status));
    BOOST_TEST(server.questions().size() == 1U);
  }
  keep_alive_server server{always(answer_text(504))};
  auto options = patient();
  options.attempts_max = 3;
  BOOST_TEST(status_of(http_asker{options}.ask(request_to(server.endpoint()))) == 504U);
  BOOST_TEST(server.questions().size() == 3U);
}

BOOST_AUTO_TEST_CASE(returns_a_response_that_asks_for_too_long_a_pause) {
  for (const auto* seconds : {"3600", "99999999999999999999"}) {
    keep_alive_server server{always(busy(seconds))};
    auto options = patient();
    options.attempts_max = 3;
    BOOST_TEST(status_of(http_asker{options}.ask(request_to(server.endpoint()))) == 503U);
    BOOST_TEST(server.questions().size() == 1U);
  }
}

BOOST_AUTO_TEST_CASE(retries_after_a_lost_response_if_harmless) {
  for (const auto method : {http_method::get, http_method::post, http_method::patch}) {
    keep_alive_server server{by_turn({cut_off, cut_off, answer_text(200)})};
    auto options = patient();
    options.attempts_max = 3;
    const auto answer = http_asker{options}.ask(request_to(server.endpoint(), method));
    if (method == http_method::get) {
      BOOST_TEST(status_of(answer) == 200U);
      BOOST_TEST(server.questions().size() == 3U);
    } else {
      BOOST_TEST(error_of(answer) == http_error::broken_off);
      BOOST_TEST(server.questions().size() == 1U);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
