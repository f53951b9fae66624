#include "complaints.hpp"
#include "ops/ironbusd/commands/reference.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus::daemon;
using ironbus::test::complaints;

// The section keystone_authtoken.

namespace {

using keystone_variables = std::map<std::string, std::string>;

/// A complete section, with these values added or replaced.
keystone_variables keystone_section(const keystone_variables& other) {
  keystone_variables out{{"API_AUTH_STRATEGY", "keystone"},
                         {"KEYSTONE_AUTHTOKEN_AUTH_URL", "https://keystone.test:5000"},
                         {"KEYSTONE_AUTHTOKEN_PASSWORD", "s3cret"}};
  for (const auto& [name, value] : other) out[name] = value;
  keystone_variables named;
  for (const auto& [name, value] : out) named["IRONBUS_" + name] = value;
  return named;
}

std::string keystone_complaints(const keystone_variables& other) {
  return complaints(keystone_section(other));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(keystone_rules)

BOOST_AUTO_TEST_CASE(a_url_and_a_password_are_enough) {
  BOOST_TEST(keystone_complaints({}) == "");
  BOOST_TEST(keystone_complaints({{"API_AUTH_STRATEGY", "keystone,http_basic"}})
                 .find("keystone_authtoken") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_login_is_required) {
  const std::string reason = "is unset; allowed: a value, because api.auth_strategy names keystone";
  BOOST_TEST(complaints({{"IRONBUS_API_AUTH_STRATEGY", "keystone"}}) ==
             "keystone_authtoken.auth_url: " + reason + "\nkeystone_authtoken.password: " + reason +
                 "\n");
  BOOST_TEST(complaints({}) == "");
}

BOOST_AUTO_TEST_CASE(wrong_urls_are_refused) {
  for (const std::string name : {"auth_url", "www_authenticate_uri"}) {
    const auto variable = name == "auth_url" ? "KEYSTONE_AUTHTOKEN_AUTH_URL"
                                             : "KEYSTONE_AUTHTOKEN_WWW_AUTHENTICATE_URI";
    const auto got = keystone_complaints({{variable, "keystone.test:5000"}});
    BOOST_TEST(got.find("keystone_authtoken." + name + ": ") == 0U, got);
    BOOST_TEST(got.find("allowed: a URL such as https://keystone.example.org:5000") !=
               std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(certificates_are_checked) {
  BOOST_TEST(keystone_complaints({{"KEYSTONE_AUTHTOKEN_CERTFILE", "/nonexistent/crt"}}) ==
             "keystone_authtoken.keyfile: is unset while the other of certfile and keyfile is set; "
             "allowed: both, or none of them\n");
  for (const std::string name : {"CAFILE", "CERTFILE"}) {
    auto other = keystone_variables{{"KEYSTONE_AUTHTOKEN_" + name, "/nonexistent/file"}};
    if (name == "CERTFILE") other["KEYSTONE_AUTHTOKEN_KEYFILE"] = "/nonexistent/key";
    const auto got = keystone_complaints(other);
    BOOST_TEST(got.find("cannot be used: ") != std::string::npos, name << got);
  }
  BOOST_TEST(keystone_complaints({{"KEYSTONE_AUTHTOKEN_CAFILE", "/etc/ssl/certs"},
                                  {"KEYSTONE_AUTHTOKEN_INSECURE", "true"}}) ==
             "keystone_authtoken.insecure: is true while cafile is set; allowed: one of them\n");
}

BOOST_AUTO_TEST_CASE(minus_one_means_no_cache_as_in_ironic) {
  for (const auto* text : {"-1", "0"}) {
    configuration_sources sources;
    sources.environment = keystone_section({{"KEYSTONE_AUTHTOKEN_TOKEN_CACHE_TIME", text}});
    const auto read = load_configuration(sources);
    BOOST_TEST(read.wrong.empty());
    BOOST_TEST(read.values.api.keystone.token_cache_time.count() == 0);
  }
  BOOST_TEST(keystone_complaints({{"KEYSTONE_AUTHTOKEN_TOKEN_CACHE_TIME", "-2"}}) != "");
}

BOOST_AUTO_TEST_CASE(the_password_is_never_shown) {
  configuration_sources sources;
  sources.environment = keystone_section({});
  const auto shown = effective_yaml(load_configuration(sources), false);
  BOOST_TEST(shown.find("password: \"***\"") != std::string::npos);
  BOOST_TEST(shown.find("s3cret") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
