#include "gateways/http/access/oidc/json_web_token.hpp"

#include "gateways/http/access/oidc/json_web_key.hpp"
#include "messages/crypto/base64.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::http;

const std::string good_header = R"({"alg":"RS256","kid":"k"})";

std::string unsigned_token(const std::string& header, const std::string& claims = "{}") {
  return to_base64url(header) + "." + to_base64url(claims) + ".c2ln";
}

std::string token_refusal(const std::string& text) {
  const auto read = read_json_web_token(text);
  return read ? "readable" : read.error().message;
}

std::string nested_object(size_t levels) {
  std::string out = "1";
  for (size_t i = 0; i < levels; ++i) out = "{\"a\":" + out + "}";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_web_tokens)

BOOST_AUTO_TEST_CASE(the_parts_are_decoded) {
  const auto text = unsigned_token(good_header, R"({"sub":"x"})");
  const auto read = read_json_web_token(text).value();
  BOOST_TEST(read.algorithm == "RS256");
  BOOST_TEST(read.key_id == "k");
  BOOST_TEST(read.claims == json({{"sub", "x"}}));
  BOOST_TEST(read.signature == "sig");
  BOOST_TEST(read.signed_text + ".c2ln" == text);
  BOOST_TEST(read_json_web_token(unsigned_token(R"({"alg":"EdDSA"})")).value().key_id.empty());
}

BOOST_AUTO_TEST_CASE(algorithms_that_are_not_allowed_are_refused) {
  const auto allowed = " is not allowed; allowed: " + token_algorithms();
  for (const std::string name : {"none", "None", "NONE", "HS256", "HS512", "", "rs256"})
    BOOST_TEST(token_refusal(unsigned_token(to_text({{"alg", name}}))) ==
               "its alg '" + name + "'" + allowed);
  BOOST_TEST(token_refusal(unsigned_token("{}")) == "its alg ''" + allowed);
  BOOST_TEST(token_refusal(unsigned_token(R"({"alg":["RS256"]})")) ==
             "'alg' in its header is not a text");
}

BOOST_AUTO_TEST_CASE(the_type_is_checked_if_there_is_one) {
  for (const std::string type : {"JWT", "jwt", "at+jwt", "application/at+jwt"})
    BOOST_TEST(token_refusal(unsigned_token(to_text({{"alg", "RS256"}, {"typ", type}}))) ==
               "readable");
  for (const std::string type : {"", "dpop+jwt", "logout+jwt"})
    BOOST_TEST(token_refusal(unsigned_token(to_text({{"alg", "RS256"}, {"typ", type}}))) ==
               "its typ '" + type + "' is not allowed; allowed: JWT, at+jwt");
  BOOST_TEST(token_refusal(unsigned_token(R"({"alg":"RS256","typ":1})")) ==
             "'typ' in its header is not a text");
}

BOOST_AUTO_TEST_CASE(critical_extensions_are_refused) {
  BOOST_TEST(token_refusal(unsigned_token(R"({"alg":"RS256","crit":["b64"],"b64":false})")) ==
             "its header has 'crit', which is not supported");
}

BOOST_AUTO_TEST_CASE(broken_forms_are_refused) {
  const auto header = to_base64url(good_header);
  const auto not_json = " is not a JSON object of at most 16 levels without duplicate names";
  const std::pair<std::string, std::string> rows[] = {
      {"", "it has 1 parts; allowed: 3"},
      {"a.b", "it has 2 parts; allowed: 3"},
      {"a.b.c.d.e", "it has 5 parts; allowed: 3"},
      {"..", std::string{"its header"} + not_json},
      {"a+b.e30.c2ln", "its header is not base64url"},
      {header + "=.e30.c2ln", "its header is not base64url"},
      {header + ".e30 .c2ln", "its payload is not base64url"},
      {header + ".e31.c2ln", "its payload is not base64url"},  // leftover bits
      {header + ".e30.c2l", "its signature is not base64url"},
      {header + ".e30.", "its signature is not base64url"},
      {header + ".W10.c2ln", std::string{"its payload"} + not_json},
      {unsigned_token("x"), std::string{"its header"} + not_json},
      {unsigned_token(good_header, "{\"a\":\xff}"), std::string{"its payload"} + not_json},
  };
  for (const auto& [text, sentence] : rows) BOOST_TEST(token_refusal(text) == sentence);
}

BOOST_AUTO_TEST_CASE(duplicate_names_are_refused) {
  const auto not_json = " is not a JSON object of at most 16 levels without duplicate names";
  BOOST_TEST(token_refusal(unsigned_token(R"({"alg":"RS256","alg":"none"})")) ==
             std::string{"its header"} + not_json);
  BOOST_TEST(token_refusal(unsigned_token(good_header, R"({"sub":"a","sub":"b"})")) ==
             std::string{"its payload"} + not_json);
}

BOOST_AUTO_TEST_CASE(size_depth_and_count_are_bounded) {
  BOOST_TEST(token_refusal(std::string(token_bytes_max + 1, '.')) == "it is longer than 16 KiB");
  BOOST_TEST(token_refusal(unsigned_token(good_header, nested_object(16))) == "readable");
  BOOST_TEST(token_refusal(unsigned_token(good_header, nested_object(17))).find("16 levels") !=
             std::string::npos);
  std::string many = "{\"a\":[1";
  for (int i = 0; i < 4'200; ++i) many += ",1";
  BOOST_TEST(token_refusal(unsigned_token(good_header, many + "]}")) ==
             "its payload holds more than 4096 values");
  BOOST_TEST(
      token_refusal(unsigned_token(to_text({{"alg", "RS256"}, {"kid", std::string(257, 'k')}}))) ==
      "its kid is longer than 256 bytes");
}

BOOST_AUTO_TEST_SUITE_END()
