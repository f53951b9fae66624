#include "complaints.hpp"
#include "ops/ironbusd/commands/reference.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus::daemon;
using ironbus::test::complaints;

// How a process logs in to RabbitMQ and to Sentinels.

BOOST_AUTO_TEST_SUITE(login_rules)

BOOST_AUTO_TEST_CASE(a_login_by_certificate_needs_tls_a_certificate_and_no_user) {
  const std::string by_certificate = "IRONBUS_AMQP_LOGIN_BY_CERTIFICATE";
  BOOST_TEST(complaints({{"IRONBUS_BUS", "amqp://h"}, {by_certificate, "true"}}) ==
             "amqp.login_by_certificate: requires an encrypted bus; set bus to amqps://HOST\n");
  BOOST_TEST(complaints({{"IRONBUS_BUS", "amqps://h"}, {by_certificate, "true"}}) ==
             "amqp.login_by_certificate: requires a certificate; set ssl_cert_file, or set this to "
             "false\n");
  BOOST_TEST(complaints({{by_certificate, "true"}}) == "");  // the bus is local
}

BOOST_AUTO_TEST_CASE(a_login_at_sentinels_needs_sentinels_and_a_password) {
  const std::string user = "IRONBUS_REDIS_SENTINEL_USER";
  const std::string password = "IRONBUS_REDIS_SENTINEL_PASSWORD";
  const std::string sentinels = "rediss+sentinel://h/fleet";
  BOOST_TEST(complaints({{"IRONBUS_STORE", sentinels}, {password, "s3cret"}}) == "");
  BOOST_TEST(complaints({{"IRONBUS_STORE", sentinels}, {user, "ann"}, {password, "s3cret"}}) == "");
  BOOST_TEST(complaints({{"IRONBUS_STORE", sentinels}, {user, "ann"}}) ==
             "redis.sentinel_user: is set while redis.sentinel_password is unset; allowed: both, "
             "or only the password, or none of them\n");
  BOOST_TEST(complaints({{"IRONBUS_STORE", "redis://h"}, {password, "s3cret"}}) ==
             "redis.sentinel_password: is set while store names no Sentinels; allowed: store: "
             "rediss+sentinel://HOST/SERVICE, or none\n");
  BOOST_TEST(complaints({{password, "s3cret"}}) == "");  // the store is SQLite
}

BOOST_AUTO_TEST_CASE(the_password_of_sentinels_is_never_shown) {
  configuration_sources sources;
  const auto unset = effective_yaml(load_configuration(sources), false);
  BOOST_TEST(unset.find("sentinel_password: \"\"  # default") != std::string::npos);
  sources.environment = {{"IRONBUS_STORE", "redis+sentinel://h/fleet"},
                         {"IRONBUS_REDIS_SENTINEL_PASSWORD", "s3cret"}};
  const auto shown = effective_yaml(load_configuration(sources), false);
  BOOST_TEST(shown.find("sentinel_password: \"***\"") != std::string::npos);
  BOOST_TEST(shown.find("s3cret") == std::string::npos);
  sources.environment["IRONBUS_REDIS_SENTINEL_PASSWORD"] = "20261123";
  const auto digits = load_configuration(sources);
  BOOST_TEST(digits.wrong.empty());
  BOOST_TEST(digits.values.redis.sentinel_password == "20261123");
}

BOOST_AUTO_TEST_CASE(read_only_users_need_a_login) {
  const std::string readers = "IRONBUS_API_READ_ONLY_USERS";
  const std::string strategy = "IRONBUS_API_AUTH_STRATEGY";
  BOOST_TEST(complaints({{readers, "bob"}, {strategy, "http_basic"}}).find("api.read_only_users") ==
             std::string::npos);
  BOOST_TEST(complaints({{readers, "bob"}}) ==
             "api.read_only_users: is set without logins; allowed: api.auth_strategy: "
             "http_basic, or none\n");
}

BOOST_AUTO_TEST_CASE(tokens_of_a_provider_need_issuer_audience_and_mapping) {
  const std::string strategy = "IRONBUS_API_AUTH_STRATEGY";
  const std::string required = ": is empty; it is required by api.auth_strategy: oidc\n";
  BOOST_TEST(complaints({{strategy, "oidc"}}) == "oidc.issuer" + required + "oidc.audience" +
                                                     required + "oidc.mapping_file" + required);
  const auto with_issuer = [&](const std::string& issuer) {
    return complaints({{strategy, "oidc"},
                       {"IRONBUS_OIDC_ISSUER", issuer},
                       {"IRONBUS_OIDC_AUDIENCE", "ironbus"},
                       {"IRONBUS_OIDC_MAPPING_FILE", "/no/such"}});
  };
  BOOST_TEST(
      with_issuer("http://id.test")
          .find("oidc.issuer: 'http://id.test' is not a valid issuer: its scheme must be https, or "
                "http for a loopback address\n") == 0U);
  const auto missing = with_issuer("https://id.test");
  BOOST_TEST(missing.find("oidc.issuer") == std::string::npos);
  // Whether files are read is a later check.
  BOOST_TEST(missing.find("oidc.mapping_file: is empty") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(no_authentication_excludes_ways_to_sign_in) {
  BOOST_TEST(complaints({{"IRONBUS_API_AUTH_STRATEGY", "noauth,token"}}) ==
             "api.auth_strategy: names 'noauth' together with ways to sign in; allowed: noauth "
             "alone, or none\n");
}

BOOST_AUTO_TEST_SUITE_END()
