#include "gateways/redis/redis_store.hpp"
#include "tests/contract/store/tls_redis.hpp"

#include <boost/test/unit_test.hpp>

#include <functional>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

// Rejected TLS connections of a store, and their error messages.

BOOST_AUTO_TEST_SUITE(redis_tls_refusal)

namespace {

/// A fault, and its error message.
struct fault {
  const char* sentence;
  std::function<void(const tls_redis&, redis_options&)> make;
};

void show_nothing(const tls_redis&, redis_options& options) {
  options.tls.certificate_file.clear();
  options.tls.key_file.clear();
}

const std::vector<fault> faults{
    {"the server's certificate was issued by an authority that is not trusted",
     [](const auto& server, auto& options) { options.tls.ca_file = server.other.file(); }},
    {"the server's certificate was issued by an authority that is not trusted",
     [](const auto&, auto& options) { options.tls.ca_file.clear(); }},
    {"the server's certificate is not for localhost",
     [](const auto& server, auto& options) { options.url = server.url("localhost"); }},
    {"the server's certificate is not for other.test",
     [](const auto&, auto& options) { options.tls.server_name = "other.test"; }},
    {"the server's certificate is not for 127.0.0.2",
     [](const auto&, auto& options) { options.tls.server_name = "127.0.0.2"; }},
    {"certificate", show_nothing},
    {"certificate", [](const auto& server, auto&) { server.other.issue("client"); }},
    {"WRONGPASS",
     [](const auto& server, auto& options) { options.url = server.url("127.0.0.1", "s3cret"); }},
    {"cannot be read: No such file",
     [](const auto&, auto& options) { options.tls.ca_file = "/nonexistent"; }},
    {"holds no usable key",
     [](const auto& server, auto& options) { options.tls.key_file = server.authority.file(); }},
    {"holds no usable key: key values mismatch",
     [](const auto& server, auto& options) {
       server.authority.issue("fresh");
       options.tls.key_file = server.authority.path("fresh.key");
     }},
};

}  // namespace

BOOST_AUTO_TEST_CASE(each_fault_is_named) {
  for (const auto& fault : faults) {
    tls_redis server;
    auto options = server.options();
    fault.make(server, options);
    const auto why = refusal(options);
    BOOST_TEST(holds(why, fault.sentence), why << " instead of " << fault.sentence);
    BOOST_TEST(!holds(why, "s3cret"), why);
  }
}

BOOST_AUTO_TEST_CASE(certificate_outside_its_validity_is_rejected) {
  tls_redis late{{.server = {.begins = -48h, .ends = -24h}}};
  const auto expired = refusal(late.options());
  BOOST_TEST(holds(expired, "the server's certificate has expired"), expired);
  tls_redis early{{.server = {.begins = 24h, .ends = 48h}}};
  const auto future = refusal(early.options());
  BOOST_TEST(holds(future, "the server's certificate is not valid yet"), future);
  tls_redis server;
  server.authority.issue("client", {.begins = -48h, .ends = -24h});
  const auto ours = refusal(server.options());
  BOOST_TEST(holds(ours, "certificate"), ours);
}

BOOST_AUTO_TEST_CASE(protocols_before_tls_1_2_are_rejected) {
  tls_redis server{
      {.further = {"--tls-protocols", "TLSv1.1", "--tls-ciphers", "DEFAULT@SECLEVEL=0"}}};
  const auto why = refusal(server.options());
  BOOST_TEST(holds(why, "no TLS version that tls_minimum_version allows"), why);
}

BOOST_AUTO_TEST_CASE(protocols_before_the_minimum_are_rejected) {
  tls_redis server{{.further = {"--tls-protocols", "TLSv1.2"}}};
  auto options = server.options();
  BOOST_TEST(refusal(options) == "it can");
  options.tls.limits.minimum_version = "1.3";
  const auto why = refusal(options);
  BOOST_TEST(holds(why, "no TLS version that tls_minimum_version allows"), why);
}

BOOST_AUTO_TEST_CASE(plain_connection_is_rejected_in_time) {
  tls_redis server;
  auto options = server.options();
  options.connect_timeout = 500ms;
  options.url = "rediss://127.0.0.1:" + std::to_string(server.plain.port());
  const auto no_tls = refusal(options);
  BOOST_TEST(holds(no_tls, "TLS"), no_tls);
  options.url = "redis://127.0.0.1:" + std::to_string(server.port);
  options.tls = {};
  BOOST_TEST(refusal(options) != "it can");
}

BOOST_AUTO_TEST_CASE(silent_server_in_the_handshake_is_abandoned) {
  tls_redis server;
  server.plain.freeze();
  auto options = server.options();
  options.connect_timeout = 300ms;
  const auto why = refusal(options);
  server.plain.thaw();
  BOOST_TEST(holds(why, "the TLS handshake timed out"), why);
}

BOOST_AUTO_TEST_CASE(name_to_verify_can_be_changed_or_disabled) {
  tls_redis server{{.server = {.names = "DNS:redis.test, DNS:*.fleet.test"}}};
  for (const auto* name : {"redis.test", "one.fleet.test"}) {
    auto options = server.options();
    options.tls.server_name = name;
    BOOST_TEST(refusal(options) == "it can");
  }
  auto options = server.options();
  const auto by_address = refusal(options);
  BOOST_TEST(holds(by_address, "not for 127.0.0.1"), by_address);
  options.tls.verify_host = false;
  BOOST_TEST(refusal(options) == "it can");
  options.tls.ca_file = server.other.file();
  const auto stranger = refusal(options);
  BOOST_TEST(holds(stranger, "by an authority that is not trusted"), stranger);
}

BOOST_AUTO_TEST_SUITE_END()
