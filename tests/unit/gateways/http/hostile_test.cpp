#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

// Requests that no client sends by accident. The answer must be a client error, and the gateway
// must keep working.

namespace {

using namespace ironbus;
using namespace ironbus::test;

struct hostile_fixture : gateway_fixture {
  ~hostile_fixture() {
    BOOST_TEST(ask("GET", "/v1/nodes/" + node_1).status == 200);  // The gateway still works.
    BOOST_TEST(messages.commands().empty());
  }

  /// Sends raw bytes and returns the status of the answer. 0 if the connection was closed.
  int send_raw(const std::string& text) const {
    client one{served->port()};
    one.send(text);
    return one.read().status;
  }
  void refuses(const std::string& method, const std::string& path, const std::string& body = {}) {
    const auto got = ask(method, path, body);
    BOOST_TEST((got.status >= 400 && got.status < 500),
               method << " " << path.substr(0, 60) << ": " << got.status);
    BOOST_TEST(got.body.size() < 4096U);  // The answer does not repeat the request.
  }
};

std::string many(int count, const std::string& what) {
  std::string out;
  for (int i = 0; i < count; ++i) out += what;
  return out;
}

BOOST_FIXTURE_TEST_SUITE(hostile_input, hostile_fixture)

BOOST_AUTO_TEST_CASE(floods_of_headers) {
  std::string several;
  for (int i = 0; i < 5'000; ++i) several += "X-Header-" + std::to_string(i) + ": x\r\n";
  BOOST_TEST(send_raw("GET /v1/nodes HTTP/1.1\r\nHost: a\r\n" + several + "\r\n") == 431);
  BOOST_TEST(send_raw("GET /v1/nodes HTTP/1.1\r\nHost: a\r\n" + many(5'000, "A: b\r\n") + "\r\n") ==
             431);
  BOOST_TEST(send_raw("GET / HTTP/1.1\r\nHost: " + std::string(100'000, 'a')) == 431);
  BOOST_TEST(send_raw(std::string(100'000, 'G')) >= 400);
}

BOOST_AUTO_TEST_CASE(thousands_of_query_parameters) {
  refuses("GET", "/v1/nodes?" + many(1'900, "a=b&"));
  refuses("GET", "/v1/nodes?" + many(5'000, "a=b&"));
  refuses("GET", "/v1/nodes?fields=" + many(1'000, "uuid,") + "nope");
  refuses("GET", "/v1/nodes?limit=" + std::string(4'000, '9'));
  BOOST_TEST(ask("GET", "/v1/nodes?fields=" + many(1'000, "uuid,") + "uuid").status == 200);
}

BOOST_AUTO_TEST_CASE(tricks_with_paths) {
  for (const auto* path :
       {"/v1/nodes/%2e%2e/nodes", "/v1/../v1/nodes", "/v1/nodes/..%2f..%2fetc%2fpasswd",
        "/v1/nodes/%00", "/v1/nodes/web-1%00.json", "/v1/nodes/%", "/v1/nodes/%2", "/v1/nodes/%zz",
        "/v1/nodes/%0d%0aSet-Cookie:%20a", "/v1/nodes/%c3%28", "/v1/nodes/%ff%fe",
        "/v1/nodes/%f0%80%80%80", "/v1/nodes/web-1%2fstates", "/./v1/nodes", "/v1/nodes/%252e%252e",
        "http://evil.test/v1/nodes", "*", "/v1/nodes/\xC3\x28"})
    refuses("GET", path);
  refuses("GET", "/v1/nodes/" + std::string(7'000, 'x'));
  refuses("GET", "/" + many(3'500, "a/"));
  BOOST_TEST(ask("GET", "//v1///nodes//").status == 200);  // Empty segments are ignored.
}

BOOST_AUTO_TEST_CASE(queries_that_are_not_text) {
  for (const auto* query :
       {"name=%c3%28", "driver=%00", "owner=%ff", "%ff=1", "fields=%c3%28", "sort_key=%ff",
        "marker=%c3%28", "provision_state=%ed%a0%80", "resource_class=%c0%af", "limit=-1",
        "limit=1e9", "limit=99999999999999999999", "limit=0x10", "limit=1.5", "limit=%31%00"})
    refuses("GET", "/v1/nodes?" + std::string{query});
}

BOOST_AUTO_TEST_CASE(bodies_that_are_not_json) {
  const std::string start = R"({"driver":"fake-hardware","extra":{"a":)";
  for (const std::string value :
       {"\"\xC3\x28\"", "\"\xED\xA0\x80\"", "\"\\ud800\"", "1e999", "-1e999", "01", "NaN",
        "Infinity", "+1", "0x10", "'a'", "\"a", "tru", "/* a */ 1", "\"\t\"", "\"\x01\"", "1,", ""})
    refuses("POST", "/v1/nodes", start + value + "}}");
  refuses("POST", "/v1/nodes", start + "1}}}");
  refuses("POST", "/v1/nodes", "\xEF\xBB\xBF\xEF\xBB\xBF{}");
  refuses("POST", "/v1/nodes", std::string{"{\0}", 3});
  refuses("POST", "/v1/nodes", "null");
}

BOOST_AUTO_TEST_CASE(json_that_is_deep_or_has_duplicates) {
  const std::string start = R"({"driver":"fake-hardware","extra":)";
  refuses("POST", "/v1/nodes", start + many(500'000, "["));
  refuses("POST", "/v1/nodes", start + many(30, "{\"a\":") + "1" + many(30, "}") + "}");
  refuses("PATCH", "/v1/nodes/" + node_1,
          R"([{"op":"add","path":"/extra/)" + many(300, "a/") + R"(","value":1}])" + "x");
  refuses("POST", "/v1/nodes", R"({"driver":"fake-hardware","driver":"nope"})");
  refuses("POST", "/v1/nodes", R"({"driver":"nope","driver":"fake-hardware"})");
  refuses("PUT", "/v1/nodes/" + node_1 + "/states/provision",
          R"({"target":"manage","target":"deleted"})");
}

BOOST_AUTO_TEST_CASE(numbers_out_of_range) {
  const auto power = "/v1/nodes/" + node_1 + "/states/power";
  for (const auto* timeout : {"99999999999999999999", "-9223372036854775808", "1.5", "1e300",
                              "18446744073709551615", "\"99999999999999999999\""})
    refuses("PUT", power, R"({"target":"power off","timeout":)" + std::string{timeout} + "}");
}

BOOST_AUTO_TEST_CASE(broken_framing) {
  const std::string post = "POST /v1/nodes HTTP/1.1\r\nHost: a\r\n";
  BOOST_TEST(send_raw(post + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef") == 400);
  BOOST_TEST(send_raw(post + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}") == 400);
  BOOST_TEST(send_raw(post + "Content-Length: 99999999999999999999\r\n\r\n") == 400);
  BOOST_TEST(send_raw(post + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n") >= 400);
  BOOST_TEST(send_raw(post + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n") == 400);
  BOOST_TEST(send_raw("GET /v1/nodes HTTP/1.1\r\nHost: a\r\nA\x01: b\r\n\r\n") == 400);
  BOOST_TEST(send_raw("GET /v1/nodes HTTP/1.1\r\nHost: a\r\n folded: x\r\n\r\n") == 400);
  BOOST_TEST(send_raw(std::string{"GET /v1/no\0des HTTP/1.1\r\n\r\n", 27}) == 400);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
