#include "gateways/http/transport/server.hpp"

#include "client.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>

namespace {

using namespace ironbus;
using namespace ironbus::http;
using ironbus::test::client;

/// Answers with the method and the size of the body.
class echo final : public application {
public:
  size_t body_bytes_max(const request& head) const override {
    return head.target == "/large" ? 1024 * 1024 : 100;
  }
  void handle(request request, responder reply) override {
    response out;
    out.body = request.method + " " + request.target + " " + std::to_string(request.body.size());
    reply(std::move(out));
  }
  response refuse(unsigned status, const std::string& reason) const override {
    response out;
    out.status = status;
    out.body = reason;
    return out;
  }
};

server_options limits() {
  server_options out;
  out.port = 0;
  out.header_bytes_max = 2048;
  out.target_bytes_max = 512;
  out.header_timeout = std::chrono::milliseconds{50};
  out.body_timeout = std::chrono::milliseconds{50};
  out.idle_timeout = std::chrono::milliseconds{50};
  out.stop_grace = std::chrono::milliseconds{100};
  return out;
}

struct server_fixture {
  explicit server_fixture(server_options options = limits()) : served(std::move(options), app) {
    served.start().value();
  }
  echo app;
  server served;
};

std::string post(const std::string& target, const std::string& headers, const std::string& body) {
  return "POST " + target + " HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n" + body;
}

BOOST_FIXTURE_TEST_SUITE(http_server, server_fixture)

BOOST_AUTO_TEST_CASE(pipelined_requests_are_answered_in_order) {
  client one{served.port()};
  one.send(post("/a", "Content-Length: 3\r\n", "abc") + post("/b", "Content-Length: 0\r\n", "") +
           "GET /c HTTP/1.1\r\nHost: a\r\n\r\n");
  BOOST_TEST(one.read().body == "POST /a 3");
  BOOST_TEST(one.read().body == "POST /b 0");
  BOOST_TEST(one.read().body == "GET /c 0");
}

BOOST_AUTO_TEST_CASE(a_chunked_body_is_read) {
  client one{served.port()};
  one.send(post("/a", "Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"));
  BOOST_TEST(one.read().body == "POST /a 5");
}

BOOST_AUTO_TEST_CASE(a_body_announced_as_too_large_is_rejected_unread) {
  client one{served.port()};
  one.send(post("/a", "Content-Length: 101\r\n", ""));
  BOOST_TEST(one.read().status == 413);
  BOOST_TEST(one.closed());
}

BOOST_AUTO_TEST_CASE(a_chunked_body_is_rejected_when_it_gets_too_large) {
  client one{served.port()};
  one.send(post("/a", "Transfer-Encoding: chunked\r\n", "c8\r\n" + std::string(200, 'x')));
  BOOST_TEST(one.read().status == 413);
  BOOST_TEST(one.closed());
}

BOOST_AUTO_TEST_CASE(the_limit_depends_on_the_path) {
  client one{served.port()};
  const std::string body(200'000, 'x');
  one.send(post("/large", "Content-Length: 200000\r\n", body));
  BOOST_TEST(one.read().body == "POST /large 200000");
}

BOOST_AUTO_TEST_CASE(expect_100_continue_is_answered) {
  client one{served.port()};
  one.send(post("/a", "Content-Length: 3\r\nExpect: 100-continue\r\n", ""));
  BOOST_TEST(one.read().status == 100);
  one.send("abc");
  BOOST_TEST(one.read().body == "POST /a 3");
}

BOOST_AUTO_TEST_CASE(headers_and_targets_have_limits) {
  client one{served.port()};
  one.send("GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(4000, 'x') + "\r\n\r\n");
  BOOST_TEST(one.read().status == 431);
  client two{served.port()};
  two.send("GET /" + std::string(600, 'x') + " HTTP/1.1\r\nHost: a\r\n\r\n");
  BOOST_TEST(two.read().status == 414);
}

BOOST_AUTO_TEST_CASE(invalid_http_is_rejected) {
  for (const auto* text : {"hello\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
                           "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"}) {
    client one{served.port()};
    one.send(text);
    BOOST_TEST(one.read().status == 400, text);
  }
}

BOOST_AUTO_TEST_CASE(a_request_with_ambiguous_framing_is_rejected_and_ends_the_connection) {
  const std::string hidden = "2a\r\nDELETE /hidden HTTP/1.1\r\nHost: a\r\n\r\n0\r\n\r\n";
  for (const auto* framing : {"Transfer-Encoding: xchunked",
                              "Transfer-Encoding: gzip",
                              "Transfer-Encoding: identity",
                              "Transfer-Encoding: chunked, identity",
                              "Transfer-Encoding: gzip, chunked",
                              "Transfer-Encoding: chunked, chunked",
                              "Transfer-Encoding: ",
                              "Transfer-Encoding: chunked;x=y",
                              "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
                              "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
                              "Transfer-Encoding: chunked\r\nContent-Length: 5",
                              "Content-Length: 5\r\nTransfer-Encoding: chunked",
                              "Content-Length: 5\r\nTransfer-Encoding: gzip",
                              "Content-Length: 5\r\nContent-Length: 5",
                              "Content-Length: 5\r\nContent-Length: 6",
                              "Content-Length: 5, 5",
                              "Content-Length: +5",
                              "Content-Length: 0x5",
                              "Content-Length: ",
                              "Content-Length: 5 5",
                              "Content-Length: 99999999999999999999"}) {
    client one{served.port()};
    one.send(post("/a", std::string{framing} + "\r\n", hidden));
    BOOST_TEST(one.read().status == 400, framing);
    BOOST_TEST(one.closed(), framing);
  }
}

BOOST_AUTO_TEST_CASE(http_1_0_allows_no_transfer_encoding_and_needs_no_host) {
  client one{served.port()};
  one.send("POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
  BOOST_TEST(one.read().status == 400);
  client two{served.port()};
  two.send("GET /a HTTP/1.0\r\n\r\n");
  BOOST_TEST(two.read().status == 200);
}

BOOST_AUTO_TEST_CASE(a_request_names_exactly_one_host) {
  for (const auto* hosts : {"", "Host: a\r\nHost: a\r\n", "Host: a\r\nhost: b\r\n"}) {
    client one{served.port()};
    one.send("GET / HTTP/1.1\r\n" + std::string{hosts} + "\r\n");
    BOOST_TEST(one.read().status == 400, hosts);
    BOOST_TEST(one.closed());
  }
}

BOOST_AUTO_TEST_CASE(slow_clients_are_disconnected) {
  client header{served.port()};
  header.send("GET / HT");
  BOOST_TEST(header.closed());
  client body{served.port()};
  body.send(post("/a", "Content-Length: 3\r\n", "a"));
  BOOST_TEST(body.closed());
  client idle{served.port()};
  idle.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  BOOST_TEST(idle.read().status == 200);
  BOOST_TEST(idle.closed());
}

BOOST_AUTO_TEST_CASE(a_head_request_gets_no_body) {
  client one{served.port()};
  one.send("HEAD /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  const auto got = one.read();
  BOOST_TEST(got.headers.at("content-length") == "9");
  BOOST_TEST(got.body.empty());
}

BOOST_AUTO_TEST_CASE(a_client_may_disconnect_at_any_time) {
  for (int i = 0; i < 20; ++i) {
    client one{served.port()};
    one.send(post("/large", "Content-Length: 200000\r\n", "abc"));
  }
  client one{served.port()};
  one.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  BOOST_TEST(one.read().status == 200);
}

BOOST_AUTO_TEST_CASE(connections_over_the_limit_are_rejected) {
  auto few = limits();
  few.connections_max = 1;
  few.idle_timeout = std::chrono::seconds{10};
  server_fixture small{few};
  client one{small.served.port()};
  one.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  BOOST_TEST(one.read().status == 200);
  client two{small.served.port()};
  BOOST_TEST(two.read().status == 503);
}

BOOST_AUTO_TEST_CASE(an_incomplete_request_does_not_delay_the_stop) {
  using namespace std::chrono_literals;
  auto patient = limits();
  patient.header_timeout = patient.body_timeout = patient.stop_grace = 30s;
  server_fixture it{patient};
  client head{it.served.port()};
  head.send("GET /a HTTP/1.1\r\nHost: a\r\n");
  client body{it.served.port()};
  body.send(post("/a", "Content-Length: 10\r\n", "abc"));
  client idle{it.served.port()};
  idle.send(post("/b", "Content-Length: 0\r\n", ""));
  BOOST_TEST(idle.read().status == 200);  // The earlier request was read, too.
  const auto begun = std::chrono::steady_clock::now();
  it.served.stop();
  BOOST_TEST((std::chrono::steady_clock::now() - begun < 10s));
  BOOST_TEST(head.closed());
  BOOST_TEST(body.closed());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
