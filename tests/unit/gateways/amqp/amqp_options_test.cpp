#include "gateways/amqp/amqp_options.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

BOOST_AUTO_TEST_SUITE(amqp_url)

BOOST_AUTO_TEST_CASE(missing_parts_have_defaults) {
  struct {
    const char* url;
    amqp_address expected;
  } const cases[] = {
      {"amqp://h", {"guest", "guest", "h", 5672, "/"}},
      {"amqp://h/", {"guest", "guest", "h", 5672, "/"}},
      {"amqp://h/%2F", {"guest", "guest", "h", 5672, "/"}},
      {"amqp://h/ironbus", {"guest", "guest", "h", 5672, "ironbus"}},
      {"amqp://u@h:1", {"u", "guest", "h", 1, "/", false, true}},
      {"amqp://u:@h", {"u", "", "h", 5672, "/", false, true}},
      {"amqp://u:p@h:65535/v", {"u", "p", "h", 65535, "v", false, true}},
      {"amqp://u%40x:p%3a%2f%40@h/v%2Fw", {"u@x", "p:/@", "h", 5672, "v/w", false, true}},
      {"amqp://u:p@q@h", {"u", "p@q", "h", 5672, "/", false, true}},
      {"amqp://[::1]:5673/v", {"guest", "guest", "::1", 5673, "v"}},
      {"amqp://u:p@[fe80::1]", {"u", "p", "fe80::1", 5672, "/", false, true}},
      {"amqps://h", {"guest", "guest", "h", 5671, "/", true}},
      {"amqps://u:p@h:5672/v", {"u", "p", "h", 5672, "v", true, true}},
  };
  for (const auto& x : cases) {
    auto got = parse_amqp_url(x.url);
    BOOST_TEST_REQUIRE(got.has_value(), x.url);
    BOOST_TEST((*got == x.expected), x.url);
  }
}

BOOST_AUTO_TEST_CASE(an_invalid_url_is_rejected_with_the_reason) {
  struct {
    const char* url;
    const char* part_of_the_sentence;
  } const cases[] = {
      {"", "must be amqp://"},
      {"http://h", "must be amqp://"},
      {"amqpss://h", "must be amqp:// or amqps://"},
      {"amqps://", "no host"},
      {"amqp://", "no host"},
      {"amqp:///v", "no host"},
      {"amqp://:5672", "no host"},
      {"amqp://h:", "port ''"},
      {"amqp://h:0", "port '0'"},
      {"amqp://h:65536", "port '65536'"},
      {"amqp://h:12x", "port '12x'"},
      {"amqp://:p@h", "empty user"},
      {"amqp://h/a/b", "%2F"},
      {"amqp://h/%2", "percent-encoding in the vhost"},
      {"amqp://h/%zz", "percent-encoding in the vhost"},
      {"amqp://h/%00", "percent-encoding in the vhost"},
      {"amqp://h?heartbeat=5", "a query or fragment is not allowed"},
      {"amqp://[::1", "without ']'"},
      {"amqp://[::1]x", "after ']'"},
  };
  for (const auto& x : cases) {
    auto got = parse_amqp_url(x.url);
    BOOST_TEST_REQUIRE(!got.has_value(), x.url);
    BOOST_TEST((got.error().code == error_code::invalid));
    BOOST_TEST(got.error().message.find(x.part_of_the_sentence) != std::string::npos,
               x.url << ": " << got.error().message);
  }
}

BOOST_AUTO_TEST_CASE(no_error_contains_the_password) {
  for (const char* url : {"amqp://u:s3cret%z@h", "amqp://u:s3cret@h:x", "amqp://u:s3cret@",
                          "http://u:s3cret@h", "amqp://u:s3cret@h?x"}) {
    auto got = parse_amqp_url(url);
    BOOST_TEST_REQUIRE(!got.has_value(), url);
    BOOST_TEST(got.error().message.find("s3cret") == std::string::npos, got.error().message);
  }
}

BOOST_AUTO_TEST_CASE(options_are_checked) {
  using namespace std::chrono_literals;
  BOOST_TEST(validate({}).has_value());
  BOOST_TEST(!validate({.heartbeat = 0s}).has_value());
  BOOST_TEST(!validate({.backoff_min = 3s, .backoff_max = 2s}).has_value());
  BOOST_TEST(!validate({.unconfirmed_max = 0}).has_value());
  BOOST_TEST(!validate({.publish_window = 6ms}).has_value());
  BOOST_TEST(!validate({.url = "x"}).has_value());
}

BOOST_AUTO_TEST_CASE(a_login_by_certificate_requires_tls_a_certificate_and_no_user) {
  tls_client_options shown;
  shown.certificate_file = "/etc/ironbus/client.crt";
  const auto check = [&](const char* url, const tls_client_options& tls) {
    const auto made = validate({.url = url, .tls = tls, .login_by_certificate = true});
    return made ? std::string{} : made.error().message;
  };
  BOOST_TEST(check("amqps://h", shown) == "");
  BOOST_TEST(
      check("amqp://h", shown).starts_with("login_by_certificate: requires an encrypted bus"));
  BOOST_TEST(check("amqps://h", {}).find("set ssl_cert_file") != std::string::npos);
  BOOST_TEST(check("amqps://u:s3cret@h", shown).find("a bus URL without a user") !=
             std::string::npos);
  BOOST_TEST(check("amqps://u:s3cret@h", shown).find("s3cret") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
