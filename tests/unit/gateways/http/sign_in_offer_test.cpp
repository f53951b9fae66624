#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <random>

namespace {

using namespace ironbus;
using namespace ironbus::test;

/// A provider that publishes a description and the example key of RFC 8037, A.2.
class example_provider final : public web_client {
public:
  void send(web_request asked, callback done) override {
    web_answer out;
    out.status = 200;
    out.body = asked.url.ends_with("openid-configuration") ? description : keys;
    done(std::move(out));
  }

private:
  const std::string description = to_text({{"issuer", "https://id.test"},
                                           {"jwks_uri", "https://id.test/keys"},
                                           {"authorization_endpoint", "https://id.test/auth"},
                                           {"token_endpoint", "https://id.test/token"}});
  const std::string keys = R"({"keys":[{"kty":"OKP","crv":"Ed25519","kid":"a",)"
                           R"("x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]})";
};

struct mapping_file {
  mapping_file() {
    std::ofstream{path} << "- when: [{claim: sub, equals: x}]\n  roles: [reader]\n  system: true\n";
  }
  ~mapping_file() { std::filesystem::remove(path); }
  mapping_file(const mapping_file&) = delete;
  mapping_file& operator=(const mapping_file&) = delete;

  const std::string path = std::filesystem::temp_directory_path() /
                           ("ironbus-claims-" + std::to_string(std::random_device{}()));
};

struct offering_fixture : mapping_file, gateway_fixture {
  offering_fixture() : gateway_fixture(options_with(path)) {}

  static http::gateway_options options_with(const std::string& file) {
    http::gateway_options out;
    out.auth_strategy = {"oidc"};
    out.oidc.issuer = "https://id.test";
    out.oidc.audience = "ironbus";
    out.oidc.mapping_file = file;
    out.oidc.client_id = "fleet-page";
    out.make_web_client = [](const web_client_options&) {
      return std::make_unique<example_provider>();
    };
    return out;
  }
  answer ask_bearing(const std::string& token) const {
    client one{served->port()};
    one.send("GET /v1/nodes HTTP/1.1\r\nHost: api.test\r\nAuthorization: Bearer " + token +
             "\r\n\r\n");
    return one.read();
  }
};

BOOST_AUTO_TEST_SUITE(sign_in_offer)

BOOST_FIXTURE_TEST_CASE(without_ways_nothing_is_offered, gateway_fixture) {
  BOOST_TEST(get("/v1/sign_in") == (json{{"ways", json::array({"noauth"})}, {"oidc", nullptr}}));
}

BOOST_FIXTURE_TEST_CASE(a_page_learns_the_code_flow_before_it_signs_in, offering_fixture) {
  const auto got = ask("GET", "/v1/sign_in");
  BOOST_TEST(got.status == 200);
  BOOST_TEST(got.headers.at("cache-control") == "no-store");
  const auto body = json::parse(got.body);
  BOOST_TEST(body["ways"] == json::array({"oidc"}));
  BOOST_TEST(body["oidc"]["client_id"] == "fleet-page");
  BOOST_TEST(body["oidc"]["token_endpoint"] == "https://id.test/token");
}

BOOST_FIXTURE_TEST_CASE(wrong_tokens_are_answered_with_the_reason, offering_fixture) {
  for (const auto& [token, text] : std::initializer_list<std::pair<const char*, const char*>>{
           {"a.b", "The token is refused: it has 2 parts; allowed: 3."},
           {"ibt_1_x",
            "Authentication is required. Send a token of the OpenID provider as Bearer."}}) {
    const auto got = ask_bearing(token);
    BOOST_TEST(got.status == 401);
    BOOST_TEST(got.headers.at("www-authenticate") == "Bearer realm=\"Baremetal API\"");
    BOOST_TEST(got.error() == text);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
