#include "tests/unit/drivers/kit/http_asker.hpp"

#include <sys/socket.h>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;
using then = keep_alive_server::then;

namespace {

/// The result of a request with that response.
http_result answered_with(const std::string& text, http_client_options options = patient()) {
  keep_alive_server server{always(text, then::close)};
  auto out = http_asker{std::move(options)}.ask(request_to(server.endpoint()));
  BOOST_TEST(server.faults().empty());
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(http_clients)

BOOST_AUTO_TEST_CASE(an_ipv6_address_has_brackets_in_an_authority) {
  BOOST_TEST(authority_of({true, "2001:db8::1", 443}) == "[2001:db8::1]:443");
  BOOST_TEST(authority_of({false, "bmc", 80}) == "bmc:80");
}

BOOST_AUTO_TEST_CASE(sends_method_path_headers_and_body) {
  keep_alive_server server{
      always(answer_text(201, "{\"a\":1}", "Location: /x\r\nETag: \"7\"\r\n"))};
  http_asker asker{patient()};
  struct row {
    http_method method;
    std::string word;
  };
  for (const auto& x : {row{http_method::get, "GET"}, row{http_method::post, "POST"},
                        row{http_method::patch, "PATCH"}, row{http_method::put, "PUT"},
                        row{http_method::remove, "DELETE"}}) {
    auto question = request_to(server.endpoint(), x.method, "/a/b?c=d");
    question.headers = {{"If-Match", "\"6\""}, {"Accept", "application/json"}};
    if (x.method != http_method::get) question.body = "{\"b\":2}";
    const auto answer = asker.ask(question);
    BOOST_TEST(status_of(answer) == 201U);
    BOOST_TEST(answer->body == "{\"a\":1}");
    BOOST_TEST(answer->header("etag") == "\"7\"");
    BOOST_TEST(answer->header("Nothing") == "");
    const auto seen = server.questions().back().text;
    BOOST_TEST(seen.starts_with(x.word + " /a/b?c=d HTTP/1.1\r\n"));
    BOOST_TEST(has(seen, "If-Match: \"6\"\r\n"));
    BOOST_TEST(has(seen, "Host: " + authority_of(server.endpoint()) + "\r\n"));
    BOOST_TEST(seen.ends_with("\r\n\r\n" + question.body));
  }
  BOOST_TEST(server.faults().empty());
}

BOOST_AUTO_TEST_CASE(reads_a_response_with_any_kind_of_end) {
  BOOST_TEST(answered_with("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                           "2\r\nab\r\n1\r\nc\r\n0\r\n\r\n")
                 ->body == "abc");
  BOOST_TEST(answered_with("HTTP/1.0 200 OK\r\n\r\nuntil the end")->body == "until the end");
  BOOST_TEST(status_of(answered_with("HTTP/1.1 204 No Content\r\n\r\n")) == 204U);
}

BOOST_AUTO_TEST_CASE(cuts_off_a_large_response) {
  const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string much(10'000, 'x');
  BOOST_TEST(error_of(answered_with(answer_text(200, much))) == http_error::too_large);
  BOOST_TEST(error_of(answered_with(head + "2710\r\n" + much + "\r\n0\r\n\r\n")) ==
             http_error::too_large);
  BOOST_TEST(error_of(answered_with("HTTP/1.1 200 OK\r\nX: " + std::string(100'000, 'x') +
                                    "\r\n\r\n")) == http_error::too_large);
  std::string crumbs = head;  // each is small, but all together are too large
  for (int i = 0; i < 10'000; ++i) crumbs += "1;" + std::string(20, 'x') + "\r\n \r\n";
  BOOST_TEST(error_of(answered_with(crumbs)) == http_error::too_large);
}

BOOST_AUTO_TEST_CASE(rejects_a_truncated_response) {
  for (const auto* text : {"", "HTTP/1.1 20", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}",
                           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"})
    BOOST_TEST(error_of(answered_with(text)) == http_error::broken_off, text);
}

BOOST_AUTO_TEST_CASE(an_error_response_counts_even_if_its_body_is_cut_off) {
  for (const std::string rest :
       {"Content-Length: 100\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\nzz\r\n"}) {
    const auto out = answered_with("HTTP/1.1 401 Unauthorized\r\nX-A: b\r\n" + rest);
    BOOST_TEST(status_of(out) == 401U);
    BOOST_TEST(out->header("X-A") == "b");
    BOOST_TEST(out->cut);
  }
  BOOST_TEST(status_of(answered_with(answer_text(500, std::string(10'000, 'x')))) == 500U);
}

BOOST_AUTO_TEST_CASE(a_success_counts_without_its_body_if_the_request_allows_it) {
  keep_alive_server server{
      always("HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{", then::close)};
  auto question = request_to(server.endpoint(), http_method::post);
  BOOST_TEST(error_of(http_asker{patient()}.ask(question)) == http_error::broken_off);
  question.needs_body = false;
  const auto out = http_asker{patient()}.ask(question);
  BOOST_TEST(status_of(out) == 201U);
  BOOST_TEST(out->cut);
}

BOOST_AUTO_TEST_CASE(rejects_a_response_that_is_not_http) {
  for (const auto* text :
       {"SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n"})
    BOOST_TEST(error_of(answered_with(text)) == http_error::protocol, text);
}

BOOST_AUTO_TEST_CASE(a_redirect_is_an_error_that_names_its_target_without_secrets) {
  const auto out = answered_with(answer_text(
      302, "", "Location: https://user:geheim@192.0.2.9:8443/login/?token=geheim#geheim\r\n"));
  BOOST_TEST(error_of(out) == http_error::redirect);
  BOOST_TEST(out.error().message ==
             "The BMC returned a redirect (302 to https://192.0.2.9:8443/login/). Redirects are "
             "not followed.");
  const auto odd = answered_with(answer_text(307, "", "Location: ht tp://%\r\n"));
  BOOST_TEST(has(odd.error().message, "a redirect (307)."));
}

BOOST_AUTO_TEST_CASE(returns_redirects_if_they_are_answers) {
  auto options = patient();
  options.redirects_are_answers = true;
  const auto out = answered_with(answer_text(308, "", "Location: /x/\r\n"), options);
  BOOST_TEST(status_of(out) == 308U);
  BOOST_TEST(out->header("Location") == "/x/");
}

BOOST_AUTO_TEST_CASE(a_silent_server_times_out) {
  std::string begun;
  keep_alive_server server{[&](const auto&, const auto& send) {
    send(begun);
    return then::keep;  // and continues to read until the client disconnects
  }};
  auto options = patient();
  options.exchange_timeout = 100ms;
  options.attempts_max = 3;
  http_asker asker{options};
  for (const auto* text : {"", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}"}) {
    begun = text;
    const auto out = asker.ask(request_to(server.endpoint()));
    BOOST_TEST(error_of(out) == http_error::timeout, text);
    BOOST_TEST(out.error().message.starts_with("No answer from " + authority_of(server.endpoint()) +
                                               " within "));
    BOOST_TEST(out.error().message.ends_with(" ms (response)."), out.error().message);
  }
  BOOST_TEST(server.questions().size() == 2U);  // a request that timed out is not sent again
}

BOOST_AUTO_TEST_CASE(a_request_ends_at_its_own_earlier_deadline) {
  keep_alive_server server{[](const auto&, const auto&) { return then::keep; }};
  http_asker asker{patient()};
  auto given = request_to(server.endpoint());
  given.deadline = std::chrono::steady_clock::now() + 50ms;
  BOOST_TEST(error_of(asker.ask(given)) == http_error::timeout);
  given.deadline = std::chrono::steady_clock::now() - 1s;
  const auto late = asker.ask(given);
  BOOST_TEST(error_of(late) == http_error::timeout);
  BOOST_TEST(has(late.error().message, "ended before it was sent"), late.error().message);
}

BOOST_AUTO_TEST_CASE(a_server_without_a_listener_is_unreachable) {
  http_endpoint gone;
  {
    keep_alive_server server{always("")};
    gone = server.endpoint();
  }
  BOOST_TEST(error_of(http_asker{patient()}.ask(request_to(gone))) == http_error::unreachable);
  gone.host = "no-such-host.invalid";
  BOOST_TEST(error_of(http_asker{patient()}.ask(request_to(gone))) == http_error::unreachable);
}

// Its accept queue is full, so the connection is not accepted.
BOOST_AUTO_TEST_CASE(a_slow_connection_is_unreachable) {
  boost::asio::io_context io;
  using tcp = boost::asio::ip::tcp;
  tcp::acceptor full{io};
  full.open(tcp::v4());
  full.bind({boost::asio::ip::address_v4::loopback(), 0});
  full.listen(0);
  std::vector<tcp::socket> waiting;
  for (int i = 0; i < 4; ++i) {
    waiting.emplace_back(io, tcp::v4());
    waiting.back().async_connect(full.local_endpoint(), [](const auto&) {});
  }
  auto options = patient();
  options.connect_timeout = 50ms;
  const auto out =
      http_asker{options}.ask(request_to({false, "127.0.0.1", full.local_endpoint().port()}));
  BOOST_TEST(error_of(out) == http_error::unreachable);
  BOOST_TEST(has(out.error().message, "No answer from 127.0.0.1:"), out.error().message);
  BOOST_TEST(out.error().message.ends_with(" ms (connection)."), out.error().message);
}

BOOST_AUTO_TEST_CASE(does_not_send_malformed_requests) {
  keep_alive_server server{always(answer_text(200))};
  http_asker asker{patient()};
  const auto refused = [&](const http_request& http_request) {
    const auto out = asker.ask(http_request);
    BOOST_TEST(error_of(out) == http_error::refused);
    BOOST_TEST(!has(out.error().message, "geheim"));
  };
  for (const auto* target : {"", "a", "/a b", "/a\r\nX: geheim", "/a#geheim", "http://x/"})
    refused(request_to(server.endpoint(), http_method::get, target));
  const std::vector<std::pair<std::string, std::string>> headers{{"", "x"},
                                                                 {"A b", "x"},
                                                                 {"A:", "x"},
                                                                 {"A", "geheim\r\nB: c"},
                                                                 {"A", std::string("\0", 1)},
                                                                 {"host", "x"},
                                                                 {"Content-Length", "1"},
                                                                 {"Transfer-Encoding", "x"},
                                                                 {"CONNECTION", "x"}};
  for (const auto& header : headers) {
    auto x = request_to(server.endpoint());
    x.headers.push_back(header);
    refused(x);
  }
  refused(request_to({false, "", 80}));
  BOOST_TEST(server.connections() == 0U);
}

BOOST_AUTO_TEST_CASE(checks_forbidden_addresses_behind_names_too) {
  keep_alive_server server{always(answer_text(200))};
  auto options = patient();
  options.refused_address = [](const ip_address& x) { return std::string{refused_address(x, {})}; };
  http_asker asker{options};
  for (const auto* host : {"127.0.0.1", "localhost"}) {
    const auto out = asker.ask(request_to(server.endpoint(host)));
    BOOST_TEST(error_of(out) == http_error::refused);
    BOOST_TEST(has(out.error().message, "loopback"));
  }
  BOOST_TEST(server.connections() == 0U);
}

BOOST_AUTO_TEST_CASE(failures_have_codes_for_callers) {
  const auto code = [](http_error x) { return as_failure({x, "why"}).code; };
  BOOST_TEST((code(http_error::unreachable) == error_code::unavailable));
  BOOST_TEST((code(http_error::tls) == error_code::unavailable));
  BOOST_TEST((code(http_error::busy) == error_code::unavailable));
  BOOST_TEST((code(http_error::timeout) == error_code::timeout));
  BOOST_TEST((code(http_error::broken_off) == error_code::timeout));
  for (const auto x :
       {http_error::refused, http_error::redirect, http_error::too_large, http_error::protocol})
    BOOST_TEST((code(x) == error_code::invalid));
}

BOOST_AUTO_TEST_SUITE_END()
