#include "gateways/http/access/oidc/token_claims.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::http;
using std::chrono::seconds;

const wanted_claims wanted{"https://id.test", "ironbus", seconds{60}};
constexpr int64_t now_seconds = 1'800'000'000;

json claims_with(const json& patch) {
  json out{{"iss", "https://id.test"}, {"aud", "ironbus"},   {"sub", "f3c1"},
           {"exp", now_seconds + 300}, {"nbf", now_seconds}, {"iat", now_seconds}};
  if (patch.is_object()) out.merge_patch(patch);  // {} is null
  return out;
}

std::string claim_refusal(const json& patch, int64_t now = now_seconds) {
  const auto checked = check_claims(claims_with(patch), wanted, timestamp{seconds{now}});
  return checked ? "accepted" : checked.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(token_claims)

BOOST_AUTO_TEST_CASE(the_use_ends_at_exp_and_the_skew) {
  const auto end = check_claims(claims_with({}), wanted, timestamp{seconds{now_seconds}});
  BOOST_TEST((end.value() == timestamp{seconds{now_seconds + 360}}));
  BOOST_TEST(claim_refusal({}, now_seconds + 359) == "accepted");
  BOOST_TEST(claim_refusal({}, now_seconds + 360) ==
             "it expired at 2027-01-15T08:05:00.000000+00:00 (exp)");
  BOOST_TEST(claim_refusal({{"exp", now_seconds + 300.9}}) == "accepted");
}

BOOST_AUTO_TEST_CASE(tokens_of_the_future_are_refused_beyond_the_skew) {
  BOOST_TEST(claim_refusal({{"nbf", now_seconds + 60}}) == "accepted");
  BOOST_TEST(claim_refusal({{"nbf", now_seconds + 61}}) == "it is not valid yet (nbf)");
  BOOST_TEST(claim_refusal({{"iat", now_seconds + 61}}) == "it was issued in the future (iat)");
  BOOST_TEST(claim_refusal({{"nbf", nullptr}, {"iat", nullptr}}) == "accepted");
}

BOOST_AUTO_TEST_CASE(issuer_audience_and_subject_must_fit) {
  const std::string issuer = "its issuer (iss) is not 'https://id.test'";
  const std::string audience = "its audience (aud) does not name 'ironbus'";
  const std::string subject = "its subject (sub) is missing or not a text of 1 to 255 bytes";
  const std::pair<json, std::string> rows[] = {
      {{{"iss", nullptr}}, issuer},
      {{{"iss", "https://id.test/"}}, issuer},
      {{{"iss", {"https://id.test"}}}, issuer},
      {{{"aud", nullptr}}, audience},
      {{{"aud", "other"}}, audience},
      {{{"aud", "ironbus "}}, audience},
      {{{"aud", json::array()}}, audience},
      {{{"aud", {"other", 1}}}, audience},
      {{{"aud", {"other", "ironbus"}}}, "accepted"},
      {{{"sub", nullptr}}, subject},
      {{{"sub", ""}}, subject},
      {{{"sub", 7}}, subject},
      {{{"sub", "a\nb"}}, subject},
      {{{"sub", std::string(256, 'x')}}, subject},
  };
  for (const auto& [patch, sentence] : rows) BOOST_TEST(claim_refusal(patch) == sentence);
}

BOOST_AUTO_TEST_CASE(times_are_numbers_in_range) {
  BOOST_TEST(claim_refusal({{"exp", nullptr}}) == "its claim 'exp' is missing");
  BOOST_TEST(claim_refusal({{"exp", "1800000300"}}) == "its claim 'exp' is not a number");
  for (const json& value : {json(-1), json(1e300), json(9.3e18), json(UINT64_MAX)})
    BOOST_TEST(claim_refusal({{"exp", value}}) ==
               "its claim 'exp' is out of range; allowed: seconds since 1970");
  BOOST_TEST(claim_refusal({{"nbf", true}}) == "its claim 'nbf' is not a number");
  BOOST_TEST(claim_refusal({{"iat", "x"}}) == "its claim 'iat' is not a number");
}

BOOST_AUTO_TEST_SUITE_END()
