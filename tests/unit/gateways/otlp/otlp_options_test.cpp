#include "gateways/otlp/otlp_options.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::otlp;

BOOST_AUTO_TEST_SUITE(options_of_otlp)

BOOST_AUTO_TEST_CASE(the_traces_path_is_appended_to_the_endpoint) {
  const auto path = [](const char* endpoint) { return traces_url(endpoint).value().path; };
  BOOST_TEST(path("http://collector") == "/v1/traces");
  BOOST_TEST(path("http://collector/") == "/v1/traces");
  BOOST_TEST(path("https://collector:443/otlp/") == "/otlp/v1/traces");
  BOOST_TEST(path("https://collector/otlp/v1/traces") == "/otlp/v1/traces");
  BOOST_TEST(traces_url("http://collector").value().port == 4318);
  BOOST_TEST(traces_url("https://collector:443").value().port == 443);
}

BOOST_AUTO_TEST_CASE(an_invalid_endpoint_is_rejected) {
  for (const auto* text : {"", "collector:4318", "grpc://collector", "http://user:pw@collector",
                           "http://collector?x=1", "http://", "http://collector:0x"})
    BOOST_TEST(!traces_url(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(headers_are_names_and_values) {
  const auto read = read_headers("Authorization=Bearer%20abc, X-Scope = one%2Ctwo").value();
  BOOST_TEST(read.size() == 2U);
  BOOST_TEST(read[0].first == "Authorization");
  BOOST_TEST(read[0].second == "Bearer abc");
  BOOST_TEST(read[1].first == "X-Scope");
  BOOST_TEST(read[1].second == "one,two");
  BOOST_TEST(read_headers("").value().empty());
}

BOOST_AUTO_TEST_CASE(invalid_headers_are_rejected_without_their_values) {
  for (const auto* text : {"hush", "=hush", "a b=hush", "a=hush,,b=hush", "a=hush%0d%0aX: 1",
                           "a=hush%", "Host=hush", "content-length=hush", "a=hush%00"}) {
    const auto read = read_headers(text);
    BOOST_TEST_REQUIRE(!read.has_value(), text);
    BOOST_TEST(read.error().message.find("hush") == std::string::npos, read.error().message);
  }
}

BOOST_AUTO_TEST_CASE(a_ratio_is_from_0_to_1) {
  BOOST_TEST(read_ratio("0").value() == 0);
  BOOST_TEST(read_ratio("0.25").value() == 0.25);
  BOOST_TEST(read_ratio("1").value() == 1);
  for (const auto* text : {"", "2", "-0.1", "1.0001", "nan", "inf", "0.5x", " 0.5", "1e-1", "half"})
    BOOST_TEST(!read_ratio(text).has_value(), text);
}

BOOST_AUTO_TEST_SUITE_END()
