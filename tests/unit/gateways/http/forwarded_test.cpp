#include "gateways/http/transport/forwarded.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::http;

bool is_proxy(const ip_address& address) { return parse_network("192.0.2.0/24")->holds(address); }

std::optional<ip_address> client_in(const header_list& headers) {
  return forwarded_client(headers, is_proxy);
}

BOOST_AUTO_TEST_SUITE(forwarded_headers)

BOOST_AUTO_TEST_CASE(the_client_is_the_last_address_before_the_trusted_proxies) {
  for (const auto* list :
       {"198.51.100.7", "203.0.113.1, 198.51.100.7", "203.0.113.1,198.51.100.7,192.0.2.1",
        "10.0.0.1, 198.51.100.7 , 192.0.2.1, 192.0.2.2", "198.51.100.7:1234, 192.0.2.2:80"})
    BOOST_CHECK_MESSAGE(client_in({{"x-forwarded-for", list}}) == parse_ip("198.51.100.7"), list);
  BOOST_CHECK(client_in({{"X-Forwarded-For", "203.0.113.1, 198.51.100.7"},
                         {"X-Forwarded-For", "192.0.2.1"}}) == parse_ip("198.51.100.7"));
  BOOST_CHECK(client_in({{"X-Forwarded-For", "[2001:db8::7]:80"}}) == parse_ip("2001:db8::7"));
  BOOST_CHECK(client_in({{"X-Forwarded-For", "2001:db8::7"}}) == parse_ip("2001:db8::7"));
}

BOOST_AUTO_TEST_CASE(a_proxy_is_the_client_if_all_are_proxies) {
  BOOST_CHECK(client_in({{"X-Forwarded-For", "192.0.2.8, 192.0.2.9"}}) == parse_ip("192.0.2.8"));
}

BOOST_AUTO_TEST_CASE(an_entry_that_is_no_address_hides_the_ones_before_it) {
  for (const auto* list : {"", "unknown", "198.51.100.7, unknown", "198.51.100.7,",
                           "198.51.100.7, _x", "198.51.100.7, [2001:db8::7"})
    BOOST_CHECK_MESSAGE(!client_in({{"X-Forwarded-For", list}}), list);
  BOOST_CHECK(!client_in({}));
  std::string many = "198.51.100.7";
  for (int i = 0; i < 40; ++i) many += ", 192.0.2.1";
  BOOST_CHECK(!client_in({{"X-Forwarded-For", many}}));
}

BOOST_AUTO_TEST_CASE(the_standard_header_names_the_client_too) {
  for (const auto* list :
       {"for=198.51.100.7", "For=198.51.100.7;proto=https", "for=203.0.113.1, for=198.51.100.7",
        "proto=http; for=\"198.51.100.7:80\" , for=192.0.2.1;host=a"})
    BOOST_CHECK_MESSAGE(client_in({{"Forwarded", list}}) == parse_ip("198.51.100.7"), list);
  BOOST_CHECK(client_in({{"Forwarded", "for=\"[2001:db8::7]:80\""}}) == parse_ip("2001:db8::7"));
  for (const auto* list : {"for=unknown", "proto=https", "for=_hidden", "for", "=", ";;"})
    BOOST_CHECK_MESSAGE(!client_in({{"Forwarded", list}}), list);
}

BOOST_AUTO_TEST_CASE(the_standard_header_counts_only_alone) {
  BOOST_CHECK(client_in({{"Forwarded", "for=203.0.113.1"}, {"X-Forwarded-For", "198.51.100.7"}}) ==
              parse_ip("198.51.100.7"));
  const header_list both{{"Forwarded", "proto=https;host=evil.example"},
                         {"X-Forwarded-Proto", "http"}};
  const auto place = forwarded_place_in(both);
  BOOST_TEST(place.scheme == "http");
  BOOST_TEST(place.host == "");
}

BOOST_AUTO_TEST_CASE(the_place_is_that_of_the_proxy_nearest_to_the_client) {
  const header_list usual{{"X-Forwarded-Proto", "https, http"},
                          {"X-Forwarded-Host", "metal.test , inner"},
                          {"X-Forwarded-Prefix", "/a"}};
  const auto common = forwarded_place_in(usual);
  BOOST_TEST(common.scheme == "https");
  BOOST_TEST(common.host == "metal.test");
  BOOST_TEST(common.prefix == "/a");
  const header_list one{
      {"Forwarded", "for=198.51.100.7;proto=https;host=\"metal.test:8443\", host=inner"}};
  const auto standard = forwarded_place_in(one);
  BOOST_TEST(standard.scheme == "https");
  BOOST_TEST(standard.host == "metal.test:8443");
  BOOST_TEST(standard.prefix == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
