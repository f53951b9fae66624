#include "gateways/otlp/otlp_text.hpp"

#include "example_span.hpp"
#include "messages/base/json.hpp"

#include <boost/test/unit_test.hpp>

// Compares the request with the example in OTLP's documents.

using namespace ironbus;
using namespace ironbus::otlp;

namespace {

const resource ours{"ironbus", "one/1", "host-1", "gateway, conductor"};

json shown(std::vector<tracing::span> spans) { return json::parse(export_request(ours, spans)); }

json only_span(tracing::span x) {
  return shown({std::move(x)}).at("resourceSpans")[0].at("scopeSpans")[0].at("spans")[0];
}

}  // namespace

BOOST_AUTO_TEST_SUITE(otlp_text)

BOOST_AUTO_TEST_CASE(a_span_matches_otlps_example) {
  const auto wanted = json::parse(R"({
    "traceId": "5b8efff798038103d269b633813fc60c",
    "spanId": "eee19b7ec3c1b174",
    "parentSpanId": "eee19b7ec3c1b173",
    "name": "I'm a server span",
    "startTimeUnixNano": "1544712660000000000",
    "endTimeUnixNano": "1544712661000000000",
    "kind": 2,
    "attributes": [{"key": "my.span.attr", "value": {"stringValue": "some value"}}],
    "links": []
  })");
  BOOST_TEST(only_span(test::example_span()) == wanted);
}

BOOST_AUTO_TEST_CASE(the_resource_has_its_attributes) {
  const auto text = shown({test::example_span(), test::example_span()});
  BOOST_TEST(text.size() == 1U);
  const auto& one = text.at("resourceSpans").at(0);
  const auto wanted = json::parse(R"([
    {"key": "service.name", "value": {"stringValue": "ironbus"}},
    {"key": "service.instance.id", "value": {"stringValue": "one/1"}},
    {"key": "host.name", "value": {"stringValue": "host-1"}},
    {"key": "ironbus.roles", "value": {"stringValue": "gateway, conductor"}}])");
  BOOST_TEST(one.at("resource").at("attributes") == wanted);
  BOOST_TEST(one.at("scopeSpans").at(0).at("scope").at("name") == "ironbus");
  BOOST_TEST(one.at("scopeSpans").at(0).at("spans").size() == 2U);
}

BOOST_AUTO_TEST_CASE(numbers_are_texts_and_kinds_are_numbers) {
  auto x = test::example_span();
  x.how = tracing::kind::client;
  x.attributes = {{trace_key::response_status, int64_t{200}}, {"most", INT64_MAX}};
  const auto text = only_span(x);
  BOOST_TEST(text.at("kind") == 3);
  BOOST_TEST(text.at("attributes")[0].at("value").at("intValue") == "200");
  BOOST_TEST(text.at("attributes")[1].at("value").at("intValue") == "9223372036854775807");
}

BOOST_AUTO_TEST_CASE(only_a_failed_span_has_a_status) {
  auto x = test::example_span();
  BOOST_TEST(!only_span(x).contains("status"));
  x.error = "The BMC does not answer.";
  BOOST_TEST(only_span(x).at("status") ==
             json({{"code", 2}, {"message", "The BMC does not answer."}}));
}

BOOST_AUTO_TEST_CASE(a_root_has_no_parent_and_a_link_has_ids) {
  auto x = test::example_span();
  x.parent = {};
  x.self.state = "congo=1";
  x.links = {*parse_traceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")};
  const auto text = only_span(x);
  BOOST_TEST(!text.contains("parentSpanId"));
  BOOST_TEST(text.at("traceState") == "congo=1");
  BOOST_TEST(text.at("links") == json::parse(R"([{"traceId": "0af7651916cd43dd8448eb211c80319c",
                                                  "spanId": "b7ad6b7169203331"}])"));
}

BOOST_AUTO_TEST_CASE(a_span_never_ends_before_its_start) {
  auto x = test::example_span();
  x.end = timestamp{};
  BOOST_TEST(only_span(x).at("endTimeUnixNano") == "1544712660000000000");
}

BOOST_AUTO_TEST_CASE(secrets_are_masked_and_texts_are_short_utf_8) {
  auto x = test::example_span();
  x.error = "GET https://user:s3cret@host/ failed, password=hunter2";
  x.attributes = {{"long", std::string(5000, 'x')},
                  {"bytes", std::string{"\xff\xfe \"quoted\" \\ \n"}},
                  {"cut", std::string(1023, 'x') + "\xc3\xa4"}};
  const auto text = only_span(x);
  const auto all = text.dump();
  BOOST_TEST(all.find("s3cret") == std::string::npos);
  BOOST_TEST(all.find("hunter2") == std::string::npos);
  const auto value = [&](size_t i) {
    return text.at("attributes")[i].at("value").at("stringValue").get<std::string>();
  };
  BOOST_TEST(value(0).size() == 1024U);
  BOOST_TEST(value(1) == "\xef\xbf\xbd\xef\xbf\xbd \"quoted\" \\ \n");
  BOOST_TEST(value(2) == std::string(1023, 'x') + "\xef\xbf\xbd");
}

BOOST_AUTO_TEST_CASE(rejected_spans_are_read_from_the_response) {
  BOOST_TEST(rejected_spans(R"({"partialSuccess":{"rejectedSpans":"5","errorMessage":"x"}})") ==
             5U);
  BOOST_TEST(rejected_spans(R"({"partialSuccess":{"rejectedSpans":7}})") == 7U);
  for (const auto* text : {"", "{}", "[]", "x", R"({"partialSuccess":{}})",
                           R"({"partialSuccess":1})", R"({"partialSuccess":{"rejectedSpans":"x"}})",
                           R"({"partialSuccess":{"rejectedSpans":-1}})"})
    BOOST_TEST(rejected_spans(text) == 0U, text);
}

BOOST_AUTO_TEST_SUITE_END()
