#include "gateways/http/access/oidc/provider_metadata.hpp"

#include "messages/base/json.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::http;

const std::string own_issuer = "https://id.test/realms/lab";

std::string metadata_refusal(const json& document) {
  const auto read = read_provider_metadata(to_text(document), own_issuer);
  return read ? "usable" : read.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(oidc_provider_metadata)

BOOST_AUTO_TEST_CASE(the_endpoints_are_read) {
  const auto read = read_provider_metadata(to_text({{"issuer", own_issuer},
                                                    {"jwks_uri", "https://id.test/keys?tenant=1"},
                                                    {"token_endpoint", "https://id.test/token"}}),
                                           own_issuer)
                        .value();
  BOOST_TEST(read.jwks_uri == "https://id.test/keys?tenant=1");
  BOOST_TEST(read.token_endpoint == "https://id.test/token");
  BOOST_TEST(read.authorization_endpoint.empty());
}

BOOST_AUTO_TEST_CASE(another_issuer_and_plain_http_are_refused) {
  const std::string begin = "its openid-configuration is wrong: ";
  BOOST_TEST(metadata_refusal({{"issuer", own_issuer + "/"}, {"jwks_uri", "https://id.test/k"}}) ==
             begin + "issuer is '" + own_issuer + "/'; expected '" + own_issuer + "'");
  BOOST_TEST(metadata_refusal({{"issuer", own_issuer}, {"jwks_uri", "http://id.test/k"}}) ==
             begin +
                 "jwks_uri 'http://id.test/k': its scheme must be https, or http for a loopback "
                 "address");
  BOOST_TEST(metadata_refusal({{"issuer", own_issuer}}) ==
             begin + "jwks_uri '': it is not a valid URL");
  BOOST_TEST(metadata_refusal({{"issuer", own_issuer},
                               {"jwks_uri", "https://id.test/k"},
                               {"token_endpoint", "javascript:alert(1)"}}) ==
             begin + "token_endpoint 'javascript:alert(1)': its scheme must be http or https");
  BOOST_TEST(metadata_refusal(json::array()) ==
             begin + "it is not a JSON object of at most 256 KiB and 8 levels");
}

BOOST_AUTO_TEST_CASE(issuers_are_https_or_loopback) {
  for (const auto* good : {"https://id.test", "https://id.test:8443/realms/a",
                           "http://127.0.0.1:8080/a", "http://localhost:8080", "http://[::1]:8080"})
    BOOST_TEST(!!check_issuer(good), good);
  for (const auto* bad :
       {"", "id.test", "http://id.test", "http://10.0.0.1", "http://127.0.0.1.test",
        "https://id.test?x=1", "https://ann@id.test", "ftp://id.test"})
    BOOST_TEST(!check_issuer(bad), bad);
}

BOOST_AUTO_TEST_CASE(addresses_are_derived) {
  BOOST_TEST(discovery_url("https://id.test") ==
             "https://id.test/.well-known/openid-configuration");
  BOOST_TEST(discovery_url("https://id.test/a/") ==
             "https://id.test/a/.well-known/openid-configuration");
  BOOST_TEST(origin_of_url("https://Id.test/a?b") == "https://id.test");
  BOOST_TEST(origin_of_url("https://id.test:443/a") == "https://id.test");
  BOOST_TEST(origin_of_url("http://[::1]:8080/a") == "http://[::1]:8080");
  BOOST_TEST(origin_of_url("x").empty());
}

BOOST_AUTO_TEST_SUITE_END()
