#include "gateways/http/listening/proxy_header.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace {

using namespace ironbus;
using namespace ironbus::http;

/// Reads as the reader does: never more bytes than wanted. Returns the bytes that were read.
size_t read_all(const std::string& sent, proxy_header_step& last) {
  size_t got = 0;
  for (last = read_proxy_header({}); last.more != 0;
       last = read_proxy_header(std::string_view{sent}.substr(0, got))) {
    got += last.more;
    BOOST_REQUIRE(got <= sent.size());
  }
  return got;
}

std::string fault_of(const std::string& sent) {
  proxy_header_step last;
  read_all(sent + std::string(300, 'x'), last);
  return std::string{last.fault};
}

std::string binary(const std::string& command_and_family, const std::string& rest) {
  const auto bytes = rest.size();
  return std::string{"\r\n\r\n\0\r\nQUIT\n", 12} + command_and_family +
         static_cast<char>(bytes >> 8U) + static_cast<char>(bytes & 0xffU) + rest;
}

const std::string of_ipv4{"\xC0\x00\x02\x07\xC6\x33\x64\x01\x30\x39\x18\xF1", 12};

BOOST_AUTO_TEST_SUITE(proxy_headers)

BOOST_AUTO_TEST_CASE(version_1_names_the_client) {
  for (const auto& [line, client] :
       {std::pair{"PROXY TCP4 192.0.2.7 198.51.100.1 12345 6385\r\n", "192.0.2.7"},
        std::pair{"PROXY TCP6 2001:db8::7 2001:db8::1 1 65535\r\n", "2001:db8::7"}}) {
    proxy_header_step last;
    const std::string text{line};
    BOOST_TEST(read_all(text + "\x16\x03\x01", last) == text.size());
    BOOST_TEST(last.fault == "");
    BOOST_REQUIRE(last.client);
    BOOST_CHECK(*last.client == *parse_ip(client));
  }
}

BOOST_AUTO_TEST_CASE(version_2_names_the_client) {
  const auto six = std::string{"\x20\x01\x0d\xb8", 4} + std::string(11, '\0') + "\x07" +
                   std::string(16, '\x01') + "\x30\x39\x18\xF1";
  const std::string value{"\x04\x00\x03xyz", 6};  // A further value, which does not count.
  for (const auto& [text, client] : {std::pair{binary("\x21\x11", of_ipv4), "192.0.2.7"},
                                     std::pair{binary("\x21\x11", of_ipv4 + value), "192.0.2.7"},
                                     std::pair{binary("\x21\x21", six), "2001:db8::7"}}) {
    proxy_header_step last;
    BOOST_TEST(read_all(text + "GET / HTTP/1.1\r\n", last) == text.size());
    BOOST_TEST(last.fault == "");
    BOOST_REQUIRE(last.client);
    BOOST_CHECK(*last.client == *parse_ip(client));
  }
}

BOOST_AUTO_TEST_CASE(a_proxy_may_speak_for_itself) {
  for (const auto& text :
       {std::string{"PROXY UNKNOWN\r\n"}, std::string{"PROXY UNKNOWN ffff:f...f:ffff 1 2\r\n"},
        binary(std::string{"\x20\x00", 2}, ""), binary("\x20\x11", of_ipv4),
        binary(std::string{"\x21\x00", 2}, ""), binary("\x21\x31", std::string(216, 'p'))}) {
    proxy_header_step last;
    BOOST_TEST(read_all(text + "GET", last) == text.size());
    BOOST_TEST(last.fault == "");
    BOOST_TEST(!last.client);
  }
}

BOOST_AUTO_TEST_CASE(other_bytes_are_refused) {
  const std::string no_header = "it does not begin with a header of the PROXY protocol";
  for (const auto* text :
       {"GET /v1/nodes HTTP/1.1\r\n", "PROXX TCP4 ", "\r\n\r\nHELLO", "proxy TCP4 "})
    BOOST_TEST(fault_of(text) == no_header, text);
  BOOST_TEST(fault_of("PROXY TCP4 192.0.2.7 ") == "its line is longer than 107 bytes");
  BOOST_TEST(fault_of("PROXY TCP4 192.0.2.7\n") == "its line does not end with CR LF");
  BOOST_TEST(fault_of("PROXY \r\n") == "its line does not end with CR LF");
  for (const auto* line : {"TCP4 192.0.2.7 192.0.2.1 1", "TCP4 192.0.2.7 192.0.2.1 1 2 3",
                           "TCP5 192.0.2.7 192.0.2.1 1 2", "TCP4  192.0.2.7 192.0.2.1 1 2"})
    BOOST_TEST(fault_of(std::string{"PROXY "} + line + "\r\n") ==
                   "its line is not TCP4 or TCP6 with two addresses and two ports",
               line);
  for (const auto* line : {"TCP4 2001:db8::1 2001:db8::2 1 2", "TCP6 192.0.2.7 192.0.2.1 1 2",
                           "TCP4 localhost 192.0.2.1 1 2", "TCP4 192.0.2.7 here 1 2"})
    BOOST_TEST(fault_of(std::string{"PROXY "} + line + "\r\n") ==
                   "its addresses are not of the family that it names",
               line);
  for (const auto* line : {"TCP4 192.0.2.7 192.0.2.1 65536 2", "TCP4 192.0.2.7 192.0.2.1 01 2",
                           "TCP4 192.0.2.7 192.0.2.1 -1 2", "TCP4 192.0.2.7 192.0.2.1 1 2x"})
    BOOST_TEST(fault_of(std::string{"PROXY "} + line + "\r\n") ==
                   "its ports are not numbers from 0 to 65535",
               line);
}

BOOST_AUTO_TEST_CASE(a_wrong_binary_header_is_refused) {
  BOOST_TEST(fault_of(binary("\x11\x11", of_ipv4)) == "its version or command is unknown");
  BOOST_TEST(fault_of(binary("\x22\x11", of_ipv4)) == "its version or command is unknown");
  BOOST_TEST(fault_of(binary("\x21\x12", of_ipv4)) == "its address family is not TCP");
  BOOST_TEST(fault_of(binary("\x21\x11", "1234")) == "it is too short for its addresses");
  const auto long_one = binary("\x21\x11", std::string(proxy_header_bytes_max, 'x'));
  BOOST_TEST(read_proxy_header(std::string_view{long_one}.substr(0, 16)).fault ==
             "it is longer than 4096 bytes");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
