#include "messages/platform/network.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

BOOST_AUTO_TEST_SUITE(networks)

BOOST_AUTO_TEST_CASE(only_the_usual_form_is_accepted) {
  BOOST_TEST((parse_ip("192.0.2.1") == parse_ip("::ffff:192.0.2.1")));
  BOOST_TEST((parse_ip("2001:db8::1") == parse_ip("2001:DB8:0::1")));
  for (std::string_view text : {"", "127.1", "0177.0.0.1", "0x7f000001", "192.0.2.1 ", "[::1]",
                                "::1%lo", "fe80::1%25eth0", "fe80::1%no-such-zone", "host"})
    BOOST_TEST(!parse_ip(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(invalid_networks_are_rejected) {
  BOOST_TEST(parse_network("10.0.0.0/8")->holds(*parse_ip("10.255.0.1")));
  BOOST_TEST(!parse_network("10.0.0.0/9")->holds(*parse_ip("10.128.0.1")));
  BOOST_TEST(parse_network("192.0.2.1")->holds(*parse_ip("192.0.2.1")));
  BOOST_TEST(parse_network("0.0.0.0/0")->holds(*parse_ip("8.8.8.8")));
  BOOST_TEST(!parse_network("0.0.0.0/0")->holds(*parse_ip("2001:db8::1")));
  BOOST_TEST(parse_network("::/0")->holds(*parse_ip("2001:db8::1")));
  for (std::string_view text :
       {"", "10.0.0.0/33", "10.0.0/8", "::/129", "a/8", "10.0.0.0/", "/8", "10.0.0.0/-1",
        "10.0.0.0/8/8", "10.0.0.0/4294967304", "10.0.0.0/+8", "fe80::1%eth0/64"})
    BOOST_TEST(!parse_network(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(embedded_addresses_are_rejected_unless_allowed) {
  for (std::string_view text : {"2001:0:4136:e378:8000:63bf:807f:fffe", "2001::1",
                                "64:ff9b:1::7f00:1", "64:ff9b:1:7f00:0:100::"})
    BOOST_TEST(!refused_address(*parse_ip(text), {}).empty(), text);
  for (std::string_view text : {"2001:1::1", "2001:db8::1", "64:ff9b:2::1", "64:ff9b::c000:201"})
    BOOST_TEST(refused_address(*parse_ip(text), {}).empty(), text);
  BOOST_TEST(
      refused_address(*parse_ip("64:ff9b:1::a00:1"), {*parse_network("64:ff9b:1::/48")}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
