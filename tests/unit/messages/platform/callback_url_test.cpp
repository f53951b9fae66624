#include "messages/platform/callback_url.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

std::string refusal_of(std::string_view url, const callback_rules& rules = {}) {
  const auto read = parse_callback_url(url, rules);
  return read ? std::string{} : read.error().message;
}

bool is_refused(std::string_view url, std::string_view because, const callback_rules& rules = {}) {
  return refusal_of(url, rules).find(because) != std::string::npos;
}

callback_rules only(std::initializer_list<std::string_view> networks) {
  callback_rules out;
  for (auto text : networks) out.allowed.push_back(parse_network(text).value());
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(callback_urls)

BOOST_AUTO_TEST_CASE(an_address_is_parsed) {
  const auto plain = parse_callback_url("http://192.0.2.5:9999", {}).value();
  BOOST_TEST(!plain.secure);
  BOOST_TEST(plain.host == "192.0.2.5");
  BOOST_TEST(plain.port == 9999);
  BOOST_TEST(plain.path == "");
  const auto full = parse_callback_url("https://[2001:db8::7]/agents/7/", {}).value();
  BOOST_TEST(full.secure);
  BOOST_TEST(full.host == "2001:db8::7");
  BOOST_TEST(full.port == 443);
  BOOST_TEST(full.path == "/agents/7");
  BOOST_TEST(parse_callback_url("http://agent-7.example.org", {}).value().port == 80);
}

BOOST_AUTO_TEST_CASE(invalid_agent_addresses_are_rejected) {
  for (std::string_view url : {"",
                               "http://",
                               "http:///",
                               "ftp://192.0.2.5",
                               "file:///etc/passwd",
                               "ssh://192.0.2.5",
                               "//192.0.2.5",
                               "http:/192.0.2.5",
                               "http://192.0.2.5:",
                               "http://192.0.2.5:0",
                               "http://192.0.2.5:65536",
                               "http://192.0.2.5:99999999999",
                               "http://192.0.2.5:a",
                               "http://[2001:db8::7",
                               "http://[192.0.2.5]",
                               "http://2001:db8::7",
                               "http://[::1]x:80",
                               "http://ho st",
                               "http://host\r\nX: y",
                               "http://h\xc3\xb6st",
                               "http://host?a=b",
                               "http://host/#x",
                               "http://a@192.0.2.5",
                               "http://a:b@192.0.2.5",
                               "http://ho%73t",
                               "http://[fe80::1%25eth0]:80",
                               "HTTP://192.0.2.5",
                               "http://192.0.2.5\\@host"})
    BOOST_TEST(refusal_of(url) != "", url);
  BOOST_TEST(is_refused("http://" + std::string(1100, 'a'), "1024"));
  BOOST_TEST(is_refused("http://user:pw@192.0.2.5", "credentials"));
}

BOOST_AUTO_TEST_CASE(special_networks_are_rejected) {
  BOOST_TEST(is_refused("http://127.0.0.1:9999", "loopback"));
  BOOST_TEST(is_refused("http://127.9.9.9", "loopback"));
  BOOST_TEST(is_refused("http://[::1]", "loopback"));
  BOOST_TEST(is_refused("http://[::ffff:127.0.0.1]", "loopback"));
  BOOST_TEST(is_refused("http://[::127.0.0.1]", "loopback"));
  BOOST_TEST(is_refused("http://[64:ff9b::7f00:1]", "loopback"));
  BOOST_TEST(is_refused("http://[2002:7f00:1::]", "loopback"));
  BOOST_TEST(is_refused("http://0.0.0.0", "unspecified"));
  BOOST_TEST(is_refused("http://[::]", "unspecified"));
  BOOST_TEST(is_refused("http://169.254.169.254/latest", "link-local"));
  BOOST_TEST(is_refused("http://[fe80::1]", "link-local"));
  BOOST_TEST(is_refused("http://100.100.100.200", "metadata"));
  BOOST_TEST(is_refused("http://[fd00:ec2::254]", "metadata"));
  BOOST_TEST(is_refused("http://224.0.0.1", "multicast"));
  BOOST_TEST(is_refused("http://[ff02::1]", "multicast"));
  BOOST_TEST(is_refused("http://255.255.255.255", "reserved"));
}

BOOST_AUTO_TEST_CASE(hidden_addresses_are_rejected) {
  for (std::string_view url : {"http://127.1", "http://2130706433", "http://0x7f000001",
                               "http://0177.0.0.1", "http://127.0.0.1.", "http://0x7f.1"})
    BOOST_TEST(
        (refusal_of(url) != "" || parse_ip(parse_callback_url(url, {})->host) == std::nullopt),
        url);
  BOOST_TEST(refusal_of("http://127.1") != "");
  BOOST_TEST(refusal_of("http://2130706433") != "");
  BOOST_TEST(refusal_of("http://0x7f000001") != "");
}

BOOST_AUTO_TEST_CASE(an_allow_list_replaces_the_default_rules) {
  const auto lab = only({"127.0.0.0/8", "10.1.0.0/16", "2001:db8::/32"});
  BOOST_TEST(refusal_of("http://127.0.0.1:9999", lab) == "");
  BOOST_TEST(refusal_of("http://10.1.255.3", lab) == "");
  BOOST_TEST(refusal_of("http://[2001:db8:1::1]", lab) == "");
  BOOST_TEST(is_refused("http://10.2.0.1", "outside", lab));
  BOOST_TEST(is_refused("http://169.254.169.254", "outside", lab));
  BOOST_TEST(is_refused("http://[2001:db9::1]", "outside", lab));
}

BOOST_AUTO_TEST_CASE(tls_can_be_required) {
  callback_rules rules;
  rules.require_tls = true;
  BOOST_TEST(is_refused("http://192.0.2.5", "require_tls", rules));
  BOOST_TEST(refusal_of("https://192.0.2.5", rules) == "");
}

BOOST_AUTO_TEST_SUITE_END()
