#include "messages/platform/http_url.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

BOOST_AUTO_TEST_SUITE(http_urls)

BOOST_AUTO_TEST_CASE(an_address_is_parsed) {
  struct row {
    const char* text;
    bool secure;
    const char* host;
    int port;
    const char* path;
  };
  for (const auto& x :
       {row{"https://bmc.example.org", true, "bmc.example.org", 443, ""},
        row{"http://bmc.example.org./", false, "bmc.example.org.", 80, "/"},
        row{"http://192.0.2.1:8000/redfish/v1", false, "192.0.2.1", 8000, "/redfish/v1"},
        row{"HTTPS://[2001:db8::1]/a%20b/", true, "2001:db8::1", 443, "/a%20b/"}}) {
    const auto out = parse_http_url(x.text);
    BOOST_REQUIRE_MESSAGE(out, x.text);
    BOOST_TEST(out->secure == x.secure, x.text);
    BOOST_TEST(out->host == x.host);
    BOOST_TEST(out->port == x.port);
    BOOST_TEST(out->path == x.path);
  }
}

BOOST_AUTO_TEST_CASE(the_default_port_is_the_caller_s) {
  BOOST_TEST(parse_http_url("http://gateway", 6385)->port == 6385);
  BOOST_TEST(parse_http_url("https://gateway/", 6385)->port == 6385);
  BOOST_TEST(parse_http_url("http://gateway:80", 6385)->port == 80);
}

BOOST_AUTO_TEST_CASE(a_host_header_has_brackets_around_colons) {
  BOOST_TEST(authority_of("gateway", 80) == "gateway:80");
  BOOST_TEST(authority_of("2001:db8::1", 6385) == "[2001:db8::1]:6385");
}

BOOST_AUTO_TEST_CASE(invalid_addresses_are_rejected_with_the_reason) {
  struct row {
    std::string text;
    const char* why;
  };
  for (const auto& x : {row{"", "not a valid URL"},
                        row{"bmc", "not a valid URL"},
                        row{"ftp://a/", "scheme"},
                        row{"http://u:geheim@a/", "credentials"},
                        row{"http://a/?b", "query"},
                        row{"http://a/#b", "fragment"},
                        row{"http:///a", "host"},
                        row{"http://127.1/", "host"},
                        row{"http://0x7f000001/", "host"},
                        row{"http://2130706433/", "host"},
                        row{"http://a%20b/", "host"},
                        row{"http://ho%73t/", "host"},
                        row{"http://127.0.0.1./", "host"},
                        row{"http://./", "host"},
                        row{"http://192.0.2.1.example.org/", "host"},
                        row{"http://192.0.2.1x", "host"},
                        row{"http://[::1]x/", "host"},
                        row{"http://192.0.2.1:80x/", "host"},
                        row{"http://[fe80::1%25eth0]/", "not a valid URL"},
                        row{"http://a:0/", "port"},
                        row{"http://a:65536/", "port"},
                        row{"http://a:80080/", "port"},
                        row{"http://a:/", "port"},
                        row{"http://a b/", "not a valid URL"},
                        row{"http://a/\r\nX: y", "not a valid URL"},
                        row{"http://a/" + std::string(2048, 'x'), "2048"}}) {
    const auto out = parse_http_url(x.text);
    BOOST_REQUIRE_MESSAGE(!out, x.text);
    BOOST_TEST((out.error().message.find(x.why) != std::string::npos),
               x.text << ": " << out.error().message);
    BOOST_TEST((out.error().message.find("geheim") == std::string::npos));
  }
}

BOOST_AUTO_TEST_CASE(a_shown_location_has_no_secret) {
  BOOST_TEST(shown_location("/a/b?token=x") == "/a/b");
  BOOST_TEST(shown_location("https://u:p@h:1/c?d#e") == "https://h:1/c");
  BOOST_TEST(shown_location("a\tb") == "");
  BOOST_TEST(shown_location("/" + std::string(9000, 'x')).size() == 200U);
}

BOOST_AUTO_TEST_SUITE_END()
