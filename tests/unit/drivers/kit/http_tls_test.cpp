#include "tests/support/tls_server.hpp"
#include "tests/unit/drivers/kit/http_asker.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace ironbus;
using namespace ironbus::test;
using then = keep_alive_server::then;
using trust_kind = tls_trust::kind;

namespace {

http_request secure_request(const keep_alive_server& server, tls_trust trust,
                            const std::string& host = "127.0.0.1") {
  auto out = request_to(server.endpoint(host));
  out.trust = std::move(trust);
  return out;
}

const server_identity& here() {
  static const auto out = make_identity("IP:127.0.0.1,DNS:localhost");
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(http_tls)

BOOST_AUTO_TEST_CASE(each_request_has_its_own_trust) {
  keep_alive_server server{always(answer_text(200)), here()};
  auto options = patient();
  options.idle_per_server_max = 4;
  http_asker asker{options};
  const tls_trust own{trust_kind::certificates, here().certificate};
  BOOST_TEST(status_of(asker.ask(secure_request(server, own))) == 200U);
  BOOST_TEST(status_of(asker.ask(secure_request(server, own, "localhost"))) == 200U);
  BOOST_TEST(status_of(asker.ask(secure_request(server, {trust_kind::anything}))) == 200U);
  // A connection that one trust verified is not reused with another.
  BOOST_TEST(error_of(asker.ask(secure_request(server, {trust_kind::system}))) == http_error::tls);
  const tls_trust other{trust_kind::certificates, make_identity("IP:127.0.0.1").certificate};
  BOOST_TEST(error_of(asker.ask(secure_request(server, other))) == http_error::tls);
  BOOST_TEST(status_of(asker.ask(secure_request(server, own))) == 200U);
  BOOST_TEST(server.connections() == 5U);
}

/// It accepts the connection and sends nothing.
BOOST_AUTO_TEST_CASE(names_the_handshake_that_a_silent_server_does_not_answer) {
  boost::asio::io_context io;
  using tcp = boost::asio::ip::tcp;
  tcp::acceptor silent{io, {boost::asio::ip::address_v4::loopback(), 0}};
  const http_endpoint place{true, "127.0.0.1", silent.local_endpoint().port()};
  auto options = patient();
  options.connect_timeout = std::chrono::milliseconds{50};
  const auto out = http_asker{options}.ask(request_to(place));
  BOOST_TEST(error_of(out) == http_error::unreachable);
  BOOST_TEST(out.error().message.starts_with("No answer from " + authority_of(place) + " within "));
  BOOST_TEST(out.error().message.ends_with(" ms (TLS handshake)."), out.error().message);
}

BOOST_AUTO_TEST_CASE(rejects_a_certificate_for_another_name) {
  for (const auto* subject : {"DNS:bmc.example.org", "IP:127.0.0.2", "DNS:127.0.0.1"}) {
    const auto identity = make_identity(subject);
    keep_alive_server server{always(answer_text(200)), identity};
    auto options = patient();
    options.attempts_max = 3;
    const auto out = http_asker{options}.ask(
        secure_request(server, {trust_kind::certificates, identity.certificate}));
    BOOST_TEST(error_of(out) == http_error::tls, subject);
    BOOST_TEST(has(out.error().message, "failed the TLS handshake"));
    BOOST_TEST(server.connections() == 1U);
    BOOST_TEST(server.questions().empty());
  }
}

BOOST_AUTO_TEST_CASE(ignores_the_dates_of_a_presented_certificate) {
  constexpr long year = 365L * 24 * 3600;
  for (const auto begins : {-year, year}) {
    const auto identity = make_identity("IP:127.0.0.1", begins);
    keep_alive_server server{always(answer_text(200)), identity};
    http_asker asker{patient()};
    const auto ask = [&](const tls_trust& trust) {
      return asker.ask(secure_request(server, trust));
    };
    BOOST_TEST(status_of(ask({trust_kind::presented, identity.certificate})) == 200U);
    BOOST_TEST(error_of(ask({trust_kind::certificates, identity.certificate})) == http_error::tls);
    const auto other = make_identity("IP:127.0.0.1");
    BOOST_TEST(error_of(ask({trust_kind::presented, other.certificate})) == http_error::tls);
  }
}

BOOST_AUTO_TEST_CASE(reads_authorities_from_a_file) {
  keep_alive_server server{always(answer_text(200)), here()};
  std::string folder = std::filesystem::temp_directory_path() / "ironbus-kit-XXXXXX";
  BOOST_REQUIRE(::mkdtemp(folder.data()) != nullptr);
  const auto path = folder + "/ca.pem";
  std::ofstream{path} << here().certificate;
  http_asker asker{patient()};
  BOOST_TEST(status_of(asker.ask(secure_request(server, {trust_kind::file, path}))) == 200U);
  std::filesystem::remove_all(folder);
  BOOST_TEST(error_of(asker.ask(secure_request(server, {trust_kind::file, path}))) ==
             http_error::refused);
  BOOST_TEST(error_of(asker.ask(secure_request(server, {trust_kind::certificates, "nonsense"}))) ==
             http_error::refused);
}

BOOST_AUTO_TEST_CASE(each_request_sets_its_tls_parameters) {
  keep_alive_server server{always(answer_text(200)), here()};
  auto options = patient();
  options.idle_per_server_max = 4;
  http_asker asker{options};
  tls_trust trust{trust_kind::certificates, here().certificate};
  BOOST_TEST(status_of(asker.ask(secure_request(server, trust))) == 200U);
  trust.limits.minimum_version = "1.3";
  BOOST_TEST(status_of(asker.ask(secure_request(server, trust))) == 200U);
  trust.limits.ciphers = "ECDHE+AESGCM";
  BOOST_TEST(status_of(asker.ask(secure_request(server, trust))) == 200U);
  BOOST_TEST(server.connections() == 3U);
  trust.limits.ciphers = "NO-SUCH-CIPHER";
  const auto out = asker.ask(secure_request(server, trust));
  BOOST_TEST(error_of(out) == http_error::refused);
  BOOST_TEST(has(out.error().message, "supports none of the ciphers"));
}

BOOST_AUTO_TEST_CASE(a_server_with_older_tls_is_refused) {
  const tls_server old{TLS1_2_VERSION};
  http_asker asker{patient()};
  auto question = request_to({true, "127.0.0.1", old.port()});
  question.trust = {trust_kind::file, old.authority()};
  BOOST_TEST(status_of(asker.ask(question)) == 200U);
  question.trust.limits.minimum_version = "1.3";
  const auto out = asker.ask(question);
  BOOST_TEST(error_of(out) == http_error::tls);
  BOOST_TEST(
      has(out.error().message, "failed the TLS handshake: it does not support TLS 1.3 or newer."),
      out.error().message);
  BOOST_TEST(old.requests() == 1);
}

BOOST_AUTO_TEST_CASE(a_server_without_the_ciphers_is_refused) {
  const tls_server server{TLS1_2_VERSION, "ECDHE-ECDSA-AES128-GCM-SHA256"};
  http_asker asker{patient()};
  auto question = request_to({true, "127.0.0.1", server.port()});
  question.trust = {trust_kind::file, server.authority()};
  question.trust.limits.ciphers = "ECDHE-ECDSA-AES128-GCM-SHA256";
  BOOST_TEST(status_of(asker.ask(question)) == 200U);
  question.trust.limits.ciphers = "ECDHE-ECDSA-AES256-GCM-SHA384";
  BOOST_TEST(error_of(asker.ask(question)) == http_error::tls);
  BOOST_TEST(server.requests() == 1);
}

BOOST_AUTO_TEST_CASE(an_option_names_the_trust) {
  const tls_limits limits{.minimum_version = "1.3", .ciphers = "HIGH"};
  BOOST_TEST((trust_of_option("true", limits) == tls_trust{trust_kind::system, "", limits}));
  BOOST_TEST((trust_of_option("false", limits) == tls_trust{trust_kind::anything, "", limits}));
  BOOST_TEST((trust_of_option("/ca", limits) == tls_trust{trust_kind::file, "/ca", limits}));
}

BOOST_AUTO_TEST_CASE(a_context_allows_no_older_tls) {
  for (const auto* text : {"1.1", "1.2", "1.3"}) {
    tls_trust trust{trust_kind::anything};
    trust.limits.minimum_version = text;
    const auto context = tls_context(trust).value();
    const auto number = SSL_CTX_get_min_proto_version(context->native_handle());
    BOOST_TEST(number == TLS1_VERSION + (text[2] - '0'), text);
  }
  for (const auto* text : {"", "1", "1.0", "1.20", "tls"})
    BOOST_TEST(!tls_context({trust_kind::anything, "", {text}}).has_value(), text);
}

// Nothing is sent before the server is verified, so any request may be sent again.
BOOST_AUTO_TEST_CASE(reconnects_after_a_loss_before_the_request) {
  keep_alive_server server{always(answer_text(200)), here()};
  server.drop_next(2);
  auto options = patient();
  options.attempts_max = 3;
  auto question = secure_request(server, {trust_kind::certificates, here().certificate});
  question.method = http_method::post;
  BOOST_TEST(status_of(http_asker{options}.ask(question)) == 200U);
  BOOST_TEST(server.questions().size() == 1U);
  server.drop_next(3);
  BOOST_TEST(error_of(http_asker{options}.ask(question)) == http_error::unreachable);
}

BOOST_AUTO_TEST_CASE(rejects_a_server_without_tls) {
  keep_alive_server server{always(answer_text(200))};
  auto question = request_to(server.endpoint());
  question.server.secure = true;
  question.trust.source = trust_kind::anything;
  auto options = patient();
  options.exchange_timeout = std::chrono::milliseconds{100};
  const auto out = http_asker{options}.ask(question);
  BOOST_TEST(!out.has_value());
  BOOST_TEST(server.questions().empty());
}

BOOST_AUTO_TEST_CASE(uses_absolute_form_with_a_proxy) {
  keep_alive_server proxy{always(answer_text(200))};
  auto options = patient();
  options.proxy = proxy.endpoint();
  http_asker asker{options};
  const auto out = asker.ask(request_to({false, "bmc.invalid", 8000}, http_method::get, "/a?b"));
  BOOST_TEST(status_of(out) == 200U);
  BOOST_TEST(
      proxy.questions()[0].text.starts_with("GET http://bmc.invalid:8000/a?b HTTP/1.1\r\n"
                                            "Host: bmc.invalid:8000\r\n"));
}

BOOST_AUTO_TEST_CASE(a_proxy_tunnels_without_reading) {
  const auto identity = make_identity("DNS:bmc.invalid");
  keep_alive_server proxy{always(answer_text(200)), identity, true};
  auto options = patient();
  options.proxy = proxy.endpoint();
  options.proxy->secure = false;
  http_asker asker{options};
  auto question = request_to({true, "bmc.invalid", 443}, http_method::get, "/a");
  question.trust = {trust_kind::certificates, identity.certificate};
  question.headers = {{"Authorization", "Basic geheim"}};
  BOOST_TEST(status_of(asker.ask(question)) == 200U);
  const auto seen = proxy.questions();
  BOOST_REQUIRE(seen.size() == 2U);
  BOOST_TEST(seen[0].text == "CONNECT bmc.invalid:443 HTTP/1.1\r\nHost: bmc.invalid:443\r\n\r\n");
  BOOST_TEST(seen[1].text.starts_with("GET /a HTTP/1.1\r\n"));
}

BOOST_AUTO_TEST_CASE(names_a_proxy_that_opens_no_tunnel) {
  keep_alive_server proxy{always(answer_text(407))};
  auto options = patient();
  options.proxy = proxy.endpoint();
  const auto out = http_asker{options}.ask(request_to({true, "bmc.invalid", 443}));
  BOOST_TEST(error_of(out) == http_error::unreachable);
  BOOST_TEST(out.error().message ==
             "The proxy did not open a tunnel to bmc.invalid:443: status 407.");
}

BOOST_AUTO_TEST_SUITE_END()
