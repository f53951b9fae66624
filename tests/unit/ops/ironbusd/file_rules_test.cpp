#include "ops/ironbusd/configuration/file_rules.hpp"

#include "ops/ironbusd/configuration/configuration.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus::daemon;

namespace {

std::string said(const configuration_sources& sources) {
  std::string out;
  for (const auto& x : load_configuration(sources).wrong) out += to_string(x) + "\n";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(files_that_options_name)

BOOST_AUTO_TEST_CASE(are_problems_of_the_option_with_its_source) {
  configuration_sources sources;
  sources.environment = {{"IRONBUS_API_AUTH_STRATEGY", "http_basic"},
                         {"IRONBUS_API_HTTP_BASIC_AUTH_USER_FILE", "/nonexistent/users"}};
  BOOST_TEST(said(sources) ==
             "$IRONBUS_API_HTTP_BASIC_AUTH_USER_FILE: api.http_basic_auth_user_file: "
             "'/nonexistent/users' cannot be read: No such file or directory; allowed: a file made "
             "by htpasswd -B\n");
}

BOOST_AUTO_TEST_CASE(matter_only_where_they_are_used) {
  configuration_sources sources;
  sources.environment = {{"IRONBUS_API_HTTP_BASIC_AUTH_USER_FILE", "/nonexistent/users"}};
  BOOST_TEST(said(sources) == "");
  sources.environment.emplace("IRONBUS_API_AUTH_STRATEGY", "http_basic");
  sources.arguments = {{"roles", "conductor"}};
  sources.environment.emplace("IRONBUS_BUS", "amqp://localhost");
  sources.environment.emplace("IRONBUS_STORE", "redis://localhost");
  BOOST_TEST(said(sources) == "");
}

BOOST_AUTO_TEST_CASE(of_encrypted_links_matter_in_every_role) {
  configuration_sources sources;
  sources.arguments = {{"roles", "driver"}};
  sources.environment = {{"IRONBUS_BUS", "amqps://localhost"},
                         {"IRONBUS_STORE", "rediss://localhost"},
                         {"IRONBUS_AMQP_SSL_CA_FILE", "/nonexistent/ca"},
                         {"IRONBUS_REDIS_SSL_CERT_FILE", "/nonexistent/crt"},
                         {"IRONBUS_REDIS_SSL_KEY_FILE", "/nonexistent/key"}};
  BOOST_TEST(said(sources) ==
             "$IRONBUS_AMQP_SSL_CA_FILE: amqp.ssl_ca_file: '/nonexistent/ca' cannot be read: No "
             "such file or directory; allowed: certificates of authorities in PEM\n"
             "$IRONBUS_REDIS_SSL_CERT_FILE: redis.ssl_cert_file: '/nonexistent/crt' cannot be "
             "read: No such file or directory; allowed: a certificate in PEM, followed by its "
             "chain\n");
}

BOOST_AUTO_TEST_CASE(of_links_belong_together_and_to_an_encrypted_one) {
  configuration_sources sources;
  sources.environment = {{"IRONBUS_STORE", "rediss://localhost"},
                         {"IRONBUS_REDIS_SSL_CERT_FILE", "/nonexistent/crt"}};
  BOOST_TEST(said(sources) ==
             "redis.ssl_key_file: is unset while redis.ssl_cert_file is set; allowed: both, or "
             "none of them\n");
  sources.environment = {{"IRONBUS_STORE", "redis://localhost"},
                         {"IRONBUS_REDIS_SSL_SERVER_NAME", "fleet.test"}};
  BOOST_TEST(said(sources) ==
             "$IRONBUS_REDIS_SSL_SERVER_NAME: redis.ssl_server_name: is set while store is not "
             "encrypted; allowed: store: rediss://HOST, or none\n");
  sources.environment.erase("IRONBUS_STORE");
  BOOST_TEST(said(sources) == "");
}

BOOST_AUTO_TEST_SUITE_END()
