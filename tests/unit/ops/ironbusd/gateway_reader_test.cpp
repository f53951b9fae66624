#include "ops/ironbusd/fleet_view/gateway_reader.hpp"

#include "ops/ironbusd/fleet_view/event_pages.hpp"
#include "ops/ironbusd/fleet_view/node_row.hpp"
#include "tests/support/free_port.hpp"
#include "tests/support/raw_server.hpp"
#include "tests/unit/ops/ironbusd/fleet_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::fleet_view;
using namespace ironbus::test;

namespace {

gateway_reader reader_of(uint16_t port) {
  cli::gateway_access asked;
  asked.url = "http://127.0.0.1:" + std::to_string(port);
  return std::move(*gateway_reader::make(asked, "--url"));
}

/// A gateway with the same answer to all requests.
raw_server::answerer always(int status, const std::string& body) {
  return [=](const std::string&, const auto& send) { send(http_text(status, body)); };
}

std::string target_of(const std::string& request) {
  const auto begin = request.find(' ') + 1;
  return request.substr(begin, request.find(' ', begin) - begin);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(gateway_readers)

BOOST_AUTO_TEST_CASE(errors_have_a_class_and_the_gateways_text) {
  for (const auto& [status, code] :
       {std::pair{400, error_code::invalid}, std::pair{401, error_code::forbidden},
        std::pair{403, error_code::forbidden}, std::pair{404, error_code::not_found},
        std::pair{406, error_code::unavailable}, std::pair{500, error_code::unavailable}}) {
    raw_server server{
        always(status, R"({"error_message": "{\"faultstring\": \"It \\u001b[31m broke.\"}"})")};
    const auto read = reader_of(server.port()).read("/v1/x");
    BOOST_REQUIRE(!read);
    BOOST_TEST((read.error().code == code), status);
    BOOST_TEST(mentions(read.error().message, std::to_string(status)), read.error().message);
    BOOST_TEST(mentions(read.error().message, "It  [31m broke"), read.error().message);
  }
}

BOOST_AUTO_TEST_CASE(other_servers_are_an_error) {
  for (const auto* body : {"<html>", "[1]", "", "{\"a\":"}) {
    raw_server server{always(200, body)};
    const auto read = reader_of(server.port()).read("/v1/x");
    BOOST_REQUIRE(!read);
    BOOST_TEST((read.error().code == error_code::unavailable), body);
  }
  const auto read = reader_of(free_port()).read("/v1/x");
  BOOST_REQUIRE(!read);
  BOOST_TEST((read.error().code == error_code::unavailable));
  BOOST_TEST(mentions(read.error().message, "cannot be reached"), read.error().message);
}

BOOST_AUTO_TEST_CASE(names_of_nodes_cannot_change_the_path) {
  for (const auto* name : {"web-1", "a.b_c~d", "19da42db-0000-4000-8000-000000000000"})
    BOOST_TEST(is_node_name(name));
  for (const auto* name : {"", "a/b", "..%2f", "a?b", "a b", "a\x1b", "ü"})
    BOOST_TEST(!is_node_name(name), name);
}

BOOST_AUTO_TEST_CASE(a_fleet_is_read_page_by_page_and_made_printable) {
  int pages = 0;
  raw_server server{[&](const std::string&, const auto& send) {
    auto node = shown_node(++pages == 1 ? "11" : "22", "active");
    node["maintenance_reason"] = "a\x1b[2J";
    json page = {{"nodes", json::array({node})}};
    if (pages == 1) page["next"] = "http://elsewhere/v1/nodes";
    send(http_text(200, page.dump()));
  }};
  auto reader = reader_of(server.port());
  const auto nodes = read_fleet(reader);
  BOOST_REQUIRE(nodes);
  BOOST_REQUIRE(nodes->size() == 2U);
  BOOST_TEST((*nodes)[1].maintenance_reason == "a [2J");
  BOOST_REQUIRE(server.requests().size() == 2U);
  BOOST_TEST(target_of(server.requests()[1]).ends_with("&marker=" + (*nodes)[0].uuid));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(pages_of_events)

BOOST_AUTO_TEST_CASE(the_log_is_read_page_by_page_until_it_ends) {
  raw_server server{[](const std::string& request, const auto& send) {
    const bool first = mentions(request, "since=4&");
    json page = {{"events", json::array({{{"position", first ? 7 : 9}}})}};
    if (first) page["next"] = "http://elsewhere/v1/events?since=log:7&state=clean%20wait";
    send(http_text(200, page.dump()));
  }};
  auto reader = reader_of(server.port());
  cli::event_filter filter;
  filter.state = "clean wait";
  std::vector<json> got;
  const auto take = [&](const json& event) { got.push_back(event["position"]); };
  BOOST_TEST(read_events(reader, filter, "4", take).has_value());
  BOOST_TEST((got == std::vector<json>{7, 9}));
  BOOST_REQUIRE(server.requests().size() == 2U);
  BOOST_TEST(mentions(target_of(server.requests()[0]), "/v1/events?since=4&state=clean"));
  BOOST_TEST(target_of(server.requests()[1]) == "/v1/events?since=log:7&state=clean%20wait");
}

BOOST_AUTO_TEST_CASE(a_repeated_page_ends_the_reading) {
  raw_server server{always(200, R"({"events": [{"position": 5}], "next": "x?since=5"})")};
  auto reader = reader_of(server.port());
  size_t count = 0;
  BOOST_TEST(read_events(reader, {}, "5", [&](const json&) { ++count; }).has_value());
  BOOST_TEST(count == 1U);
}

BOOST_AUTO_TEST_CASE(a_deleted_position_is_an_error) {
  raw_server server{
      always(410, R"({"oldest": 107, "error_message": "{\"faultstring\": \"after 107.\"}"})")};
  auto reader = reader_of(server.port());
  const auto read = read_events(reader, {}, "5", [](const json&) {});
  BOOST_REQUIRE(!read);
  BOOST_TEST((read.error().code == error_code::not_found));
  BOOST_TEST(mentions(read.error().message, "after 107"), read.error().message);
}

BOOST_AUTO_TEST_CASE(the_end_of_the_log_is_a_position) {
  raw_server server{always(200, R"({"events": [], "log": "5c1d", "newest": 42})")};
  auto reader = reader_of(server.port());
  BOOST_TEST(read_end_of_log(reader).value_or("") == "5c1d:42");
  raw_server other{always(200, R"({"events": []})")};
  auto wrong = reader_of(other.port());
  BOOST_TEST(!read_end_of_log(wrong).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
