#include "gateways/cli/follow_events.hpp"

#include "tests/support/raw_server.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <sstream>
#include <string>
#include <utility>

using namespace ironbus;

namespace {

const std::string stream_head = "HTTP/1.1 200 X\r\nContent-Type: text/event-stream\r\n\r\n";

std::string event_text(int position) {
  const auto number = std::to_string(position);
  return "id: log:" + number + "\nevent: x\ndata: {\"n\":" + number + "}\n\n";
}

cli::follow_options options_for(const test::raw_server& server) {
  cli::follow_options out;
  out.gateway.url = "http://127.0.0.1:" + std::to_string(server.port());
  out.json = true;
  out.reconnect_pause = std::chrono::milliseconds{1};
  return out;
}

/// The header Last-Event-ID; empty: there is none.
std::string header_of(const std::string& request) {
  static const std::string name = "Last-Event-ID: ";
  const auto place = request.find(name);
  if (place == std::string::npos) return {};
  const auto begin = place + name.size();
  return request.substr(begin, request.find('\r', begin) - begin);
}

size_t lines_of(const std::string& text) {
  return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(follow_events)

BOOST_AUTO_TEST_CASE(an_invalid_url_is_rejected_before_a_request) {
  for (const auto& [url, why] :
       {std::pair{"gateway:6385", "its scheme must be http or https"},
        std::pair{"ftp://gateway", "its scheme must be http or https"},
        std::pair{"http://", "it needs a host name or an IP address"},
        std::pair{"http://127.0.0.1.x.org/", "it needs a host name or an IP address"},
        std::pair{"http://admin:secret@gateway", "it must not hold credentials"},
        std::pair{"http://gateway/?node=a", "it must have neither a query nor a fragment"},
        std::pair{"http://gateway:80080", "its port must be a number from 1 to 65535"}}) {
    cli::follow_options options;
    options.gateway.url = url;
    std::ostringstream out;
    const auto ended = cli::follow_events(options, out, out);
    BOOST_REQUIRE(!ended);
    BOOST_TEST((ended.error().code == error_code::invalid));
    BOOST_TEST(ended.error().message.ends_with(std::string{why} + "."),
               url << ended.error().message);
    BOOST_TEST(ended.error().message.find("secret") == std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(it_resumes_after_the_last_event) {
  std::atomic<int> asked{0};
  test::raw_server server{[&](const std::string&, const auto& send) {
    switch (++asked) {
      case 1:
        send(stream_head + event_text(41) + event_text(42) + "id: log:43\ndata: {\"half");
        break;
      case 2: send("HTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n"); break;
      case 3: send(stream_head + event_text(43)); break;
      default: send("HTTP/1.1 403 X\r\nContent-Length: 0\r\n\r\n");
    }
  }};
  auto options = options_for(server);
  options.since = "log:40";
  std::ostringstream out;
  std::ostringstream complaints;
  const auto ended = cli::follow_events(options, out, complaints);
  BOOST_REQUIRE(!ended);
  BOOST_TEST((ended.error().code == error_code::forbidden));
  BOOST_TEST(out.str() == "{\"n\":41}\n{\"n\":42}\n{\"n\":43}\n");
  BOOST_REQUIRE(server.requests().size() == 4U);
  for (const auto& [place, position] : {std::pair{0, "log:40"}, std::pair{1, "log:42"},
                                        std::pair{2, "log:42"}, std::pair{3, "log:43"}})
    BOOST_TEST(header_of(server.requests()[static_cast<size_t>(place)]) == position);
  BOOST_TEST(lines_of(complaints.str()) == 2U, complaints.str());
}

BOOST_AUTO_TEST_CASE(a_deleted_position_ends_it) {
  test::raw_server server{[](const std::string&, const auto& send) {
    send(test::http_text(
        410, R"({"oldest": 107, "error_message": "{\"faultstring\": \"complete after 107.\"}"})"));
  }};
  auto options = options_for(server);
  options.since = "5";
  std::ostringstream out;
  const auto ended = cli::follow_events(options, out, out);
  BOOST_REQUIRE(!ended);
  BOOST_TEST((ended.error().code == error_code::not_found));
  BOOST_TEST(ended.error().message.find("107") != std::string::npos, ended.error().message);
  BOOST_TEST(out.str().empty());
}

BOOST_AUTO_TEST_CASE(the_reason_for_the_end_of_the_stream_is_printed_and_no_event) {
  std::atomic<int> asked{0};
  test::raw_server server{[&](const std::string&, const auto& send) {
    if (++asked == 1)
      send(stream_head + event_text(41) +
           "event: ironbus.stream_ended\ndata: {\"reason\":\"too slow\"}\n\n");
    else
      send("HTTP/1.1 403 X\r\nContent-Length: 0\r\n\r\n");
  }};
  std::ostringstream out;
  std::ostringstream complaints;
  BOOST_TEST(!cli::follow_events(options_for(server), out, complaints).has_value());
  BOOST_TEST(out.str() == "{\"n\":41}\n");
  BOOST_TEST(complaints.str().find("too slow") != std::string::npos, complaints.str());
  BOOST_REQUIRE(server.requests().size() == 2U);
  BOOST_TEST(header_of(server.requests()[1]) == "log:41");
}

BOOST_AUTO_TEST_CASE(the_filter_is_in_the_query) {
  test::raw_server server{[](const std::string&, const auto& send) {
    send("HTTP/1.1 400 X\r\nContent-Length: 0\r\n\r\n");
  }};
  auto options = options_for(server);
  options.gateway.url += "/metal/";
  options.filter = {"web 1&x", "node_created", "clean wait", "rack-1", "ann"};
  std::ostringstream out;
  const auto ended = cli::follow_events(options, out, out);
  BOOST_REQUIRE(!ended);
  BOOST_TEST((ended.error().code == error_code::unavailable));
  const auto line = server.requests().front().substr(0, server.requests().front().find('\r'));
  BOOST_TEST(line.starts_with("GET /metal/v1/events/stream?"), line);
  for (const auto* part : {"type=node_created", "group=rack-1", "owner=ann", "x&", "state=clean"})
    BOOST_TEST(line.find(part) != std::string::npos, line);
  BOOST_TEST(line.find("&x&") == std::string::npos, "a value adds no parameter: " << line);
  BOOST_TEST(header_of(server.requests().front()).empty());
}

BOOST_AUTO_TEST_SUITE_END()
