#include "messages/base/secrets.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus {

namespace {

/// The stored value after a client has written `now` over `before`; null: rejected.
json kept(const char* before, const char* now) {
  auto out = json::parse(now);
  return keep_masked(out, json::parse(before), "/x") ? out : json{};
}

std::string why_not(const char* before, const char* now) {
  auto out = json::parse(now);
  const auto done = keep_masked(out, json::parse(before), "/x");
  return done ? std::string{} : done.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(secrets)

BOOST_AUTO_TEST_CASE(only_equal_texts_are_equal) {
  BOOST_TEST(equal_in_constant_time("abc", "abc"));
  BOOST_TEST(equal_in_constant_time("", ""));
  for (auto claimed : {"", "a", "ab", "abd", "xbc", "abcabc", "abcd"})
    BOOST_TEST(!equal_in_constant_time("abc", claimed), claimed);
  BOOST_TEST(!equal_in_constant_time("", "a"));
}

BOOST_AUTO_TEST_CASE(keys_that_name_secrets) {
  for (auto key : {"password",
                   "ipmi_password",
                   "AdminPassword",
                   "redfish-password",
                   "passphrase",
                   "snmp_community",
                   "snmp_community_read",
                   "ipmi_hex_kg_key",
                   "api_key",
                   "apiKey",
                   "X-API-Key",
                   "access_key",
                   "AccessKey",
                   "s3.access.key",
                   "snmp_auth_key",
                   "snmp_priv_key",
                   "client_secret",
                   "agent_secret_token",
                   "Authorization",
                   "rootpwd",
                   "user_pass",
                   "ssh_private_key",
                   "configdrive",
                   "image_url",
                   "service_credentials",
                   "wifi-psk"})
    BOOST_TEST(is_secret_key(key), key);
  for (auto key : {"ipmi_username", "ipmi_address", "bypass", "compass", "key", "keys",
                   "snmp_auth_protocol", "public_keys", "passed", "deploy_kernel", "capabilities",
                   "secure_boot", "name", "value", "community"})
    BOOST_TEST(is_secret_key(key) == (std::string_view{key} == "community"), key);
}

BOOST_AUTO_TEST_CASE(the_operator_adds_words) {
  BOOST_TEST(!is_secret_key("badge_number"));
  set_secret_words({"Badge-Number"});
  BOOST_TEST(is_secret_key("our_BadgeNumber_2"));
  set_secret_words({});
  BOOST_TEST(!is_secret_key("badge_number"));
}

BOOST_AUTO_TEST_CASE(values_are_masked_at_any_depth) {
  const auto shown = mask_secrets(json::parse(R"({
      "a": [{"password": "p", "user": "u"}, {"api_key": {"id": 1}}],
      "settings": [{"name": "AdminPassword", "value": "p"}, {"name": "Boot", "value": "uefi"}],
      "token_required": true, "token": null, "url": "https://ann:sesame@h/x?token=t&v=1"})"));
  BOOST_TEST(shown == json::parse(R"({
      "a": [{"password": "******", "user": "u"}, {"api_key": "******"}],
      "settings": [{"name": "AdminPassword", "value": "******"}, {"name": "Boot", "value": "uefi"}],
      "token_required": true, "token": null, "url": "https://ann:******@h/x?token=******&v=1"})"));
}

BOOST_AUTO_TEST_CASE(secrets_in_texts_are_masked) {
  for (const auto& [text, shown] : {
           std::pair{"at http://ann:se:sa@host:80/p@th failed",
                     "at http://ann:******@host:80/p@th failed"},
           std::pair{"git+ssh://t0ken@host", "git+ssh://******@host"},
           std::pair{"http://host/a?b=c@d", "http://host/a?b=c@d"},
           std::pair{"root=/dev/sda ipa-api-token=abc quiet",
                     "root=/dev/sda ipa-api-token=****** quiet"},
           std::pair{R"({"password": "a\"b", "n": 1})", R"({"password": "******", "n": 1})"},
           std::pair{"password='a b' user=c", "password='******' user=c"},
           std::pair{"the token: is missing", "the token: is missing"},
           std::pair{"password=", "password="},
       }) {
    BOOST_TEST(mask_text(text) == shown);
    BOOST_TEST(mask_text(shown) == shown);
  }
}

/// A machine may write this text. Each part must cost only its own length, or this takes minutes.
BOOST_AUTO_TEST_CASE(a_long_text_of_nothing_but_secrets_is_masked) {
  for (const auto& [part, shown] : {
           std::pair{"://a:b@ ", "://a:******@ "},
           std::pair{":// ", ":// "},
           std::pair{"password=x ", "password=****** "},
       }) {
    std::string text;
    std::string masked;
    for (size_t i = 0; i < 400'000; ++i) {
      text += part;
      masked += shown;
    }
    BOOST_TEST((mask_text(text) == masked), part);
  }
}

BOOST_AUTO_TEST_CASE(a_mask_written_back_keeps_the_value) {
  BOOST_TEST(kept(R"({"password": "p", "a": 1})", R"({"password": "******", "a": 2})") ==
             json::parse(R"({"password": "p", "a": 2})"));
  BOOST_TEST(kept(R"({"u": "https://ann:p@h"})", R"({"u": "https://ann:******@h"})") ==
             json::parse(R"({"u": "https://ann:p@h"})"));
  BOOST_TEST(kept(R"({"name": "AdminPassword", "value": "p"})",
                  R"({"name": "AdminPassword", "value": "******"})") ==
             json::parse(R"({"name": "AdminPassword", "value": "p"})"));
  BOOST_TEST(kept("{}", R"({"note": "******"})") == json::parse(R"({"note": "******"})"));
}

BOOST_AUTO_TEST_CASE(list_items_are_found_by_their_shown_members) {
  const char* users = R"([{"name": "a", "password": "1"}, {"name": "b", "password": "2"}])";
  BOOST_TEST(kept(users, R"([{"name": "b", "password": "******"}])") ==
             json::parse(R"([{"name": "b", "password": "2"}])"));
  BOOST_TEST(
      kept(users, R"([{"name": "n", "password": "3"}, {"name": "a", "password": "******"}])") ==
      json::parse(R"([{"name": "n", "password": "3"}, {"name": "a", "password": "1"}])"));
}

BOOST_AUTO_TEST_CASE(an_ambiguous_mask_is_rejected) {
  BOOST_TEST(why_not(R"([{"password": "1"}, {"password": "2"}])", R"([{"password": "******"}])")
                 .find("'/x/0'") != std::string::npos);
  const char* users = R"([{"name": "a", "password": "1"}, {"name": "b", "password": "2"}])";
  for (const char* now : {R"([{"name": "c", "password": "******"}])", R"(["******"])",
                          R"([{"name": "a", "role": "x", "password": "******"}])"})
    BOOST_TEST(!why_not(users, now).empty(), now);
  BOOST_TEST(
      why_not("{}", R"({"a": {"password": "******"}})") ==
      "'******' at '/x/a/password' cannot be matched with a stored value; send the value itself.");
  BOOST_TEST(!why_not(R"({"name": "UserPassword", "value": "p"})",
                      R"({"name": "AdminPassword", "value": "******"})")
                  .empty());
  BOOST_TEST(!why_not(R"({"u": "https://ann:p@h"})", R"({"u": "https://eve:******@h"})").empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus
