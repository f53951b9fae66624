#include "drivers/ramdisk/http/tls_choice.hpp"

#include "drivers/ramdisk/http/web_client.hpp"
#include "drivers/ramdisk/http/web_server.hpp"
#include "drivers/ramdisk/start/kernel_parameters.hpp"
#include "tests/support/free_port.hpp"
#include "tests/support/tls_server.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/test/unit_test.hpp>
#include <openssl/ssl.h>

#include <thread>

using namespace ironbus;
using namespace ironbus::ramdisk;

namespace {

namespace asio = boost::asio;

/// The newest TLS of a client with which the server at this port completes a handshake.
bool accepts(int port, int newest) {
  asio::io_context io;
  asio::ssl::context settings{asio::ssl::context::tls_client};
  SSL_CTX_set_max_proto_version(settings.native_handle(), newest);
  asio::ssl::stream<asio::ip::tcp::socket> stream{io, settings};
  stream.lowest_layer().connect(
      {asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(port)});
  boost::system::error_code error;
  stream.handshake(asio::ssl::stream_base::client, error);
  return !error;
}

std::string why_not(const web_request& request, const web_rules& rules) {
  try {
    exchange(request, rules);
    return {};
  } catch (const web_failure& failed) {
    return failed.what();
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ramdisk_tls)

BOOST_AUTO_TEST_CASE(unusable_limits_are_replaced) {
  const tls_limits known{"1.3", "HIGH"};
  BOOST_TEST((usable_tls({"1.2", "ECDHE+AESGCM"}, known) == tls_limits{"1.2", "ECDHE+AESGCM"}));
  BOOST_TEST((usable_tls({"", ""}, known) == known));
  for (const auto* odd : {"1.1", "1.4", "newest"})
    BOOST_TEST((usable_tls({odd, "NO-SUCH"}, known) == known), odd);
}

BOOST_AUTO_TEST_CASE(the_kernels_command_line_limits_the_lookup) {
  const auto given = read_kernel_parameters(
      parse_command_line("ipa-tls-min-version=1.3 ipa-tls-cipher-suites=ECDHE+AESGCM"));
  BOOST_TEST((given.tls == tls_limits{"1.3", "ECDHE+AESGCM"}));
  BOOST_TEST((read_kernel_parameters({}).tls == tls_limits{}));
}

BOOST_AUTO_TEST_CASE(the_agent_refuses_a_service_with_older_tls) {
  const ironbus::test::tls_server old{TLS1_2_VERSION};
  web_request request;
  request.address = *parse_web_address(old.url());
  web_rules rules;
  rules.insecure = true;
  BOOST_TEST(why_not(request, rules) == "");
  rules.tls.minimum_version = "1.3";
  const auto why = why_not(request, rules);
  BOOST_TEST(why.ends_with("the server does not support TLS 1.3 or newer"), why);
  rules.tls = {"1.2", "NO-SUCH"};
  BOOST_TEST(why_not(request, rules) == "OpenSSL supports none of the TLS ciphers 'NO-SUCH'");
  BOOST_TEST(old.requests() == 1);
}

BOOST_AUTO_TEST_CASE(the_agents_server_accepts_no_older_tls) {
  const auto own = make_certificate("agent", "127.0.0.1").value();
  for (const auto* least : {"1.2", "1.3"}) {
    asio::io_context io;
    const int port = ironbus::test::free_port();
    web_server server{io, port, server_tls{own, {least, ""}}, {}};
    std::thread serving{[&io] { io.run(); }};
    BOOST_TEST(accepts(port, TLS1_3_VERSION), least);
    BOOST_TEST(accepts(port, TLS1_2_VERSION) == (std::string{least} == "1.2"), least);
    io.stop();
    serving.join();
  }
}

BOOST_AUTO_TEST_SUITE_END()
