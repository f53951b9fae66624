#include "messages/base/secret_placeholders.hpp"

#include "messages/base/secrets.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

json replaced(const json& document) {
  secret_placeholders secrets;
  secrets.learn(document);
  return secrets.replace(document);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(placeholders_of_secrets)

BOOST_AUTO_TEST_CASE(equal_secrets_have_equal_placeholders) {
  const auto shown = replaced({{"ipmi_password", "hunter-2"},
                               {"redfish_password", "hunter-3"},
                               {"deep", {{{"api_token", "hunter-2"}}}}});
  BOOST_TEST(shown["ipmi_password"] == "<secret 1>");
  BOOST_TEST(shown["ipmi_password"] == shown["deep"][0]["api_token"]);
  BOOST_TEST(shown["ipmi_password"] != shown["redfish_password"]);
}

BOOST_AUTO_TEST_CASE(a_secret_is_replaced_everywhere) {
  const auto shown = replaced({{"ipmi_password", "hunter-2"},
                               {"error", "login as root/hunter-2 has failed"},
                               {"of hunter-2", 1},
                               {"longer_password", "hunter-2-and-more"},
                               {"note", "hunter-2-and-more"}});
  BOOST_TEST(to_text(shown).find("hunter-2") == std::string::npos, to_text(shown));
  BOOST_TEST(shown["error"] == "login as root/<secret 1> has failed");
  BOOST_TEST(shown["note"] == shown["longer_password"]);
}

BOOST_AUTO_TEST_CASE(short_and_common_words_stay_elsewhere) {
  const auto shown = replaced({{"a_password", "root"},
                               {"b_password", "active"},
                               {"user", "root"},
                               {"provision_state", "active"}});
  BOOST_TEST(shown["a_password"] == "<secret 1>");
  BOOST_TEST(shown["b_password"] == "<secret 2>");
  BOOST_TEST(shown["user"] == "root");
  BOOST_TEST(shown["provision_state"] == "active");
}

BOOST_AUTO_TEST_CASE(a_placeholder_has_the_kind_of_its_secret) {
  const std::string key(40, 'a');
  const auto shown = replaced({{"ipmi_hex_kg_key", key},
                               {"image_url", "https://user:pw@images.example/x"},
                               {"number_token", 123456},
                               {"has_password", true},
                               {"no_password", nullptr},
                               {"empty_password", ""},
                               {"masked_password", masked_value},
                               {"configdrive", {{"user_data", "text"}, {"list", {"a", true}}}}});
  const auto hex = shown["ipmi_hex_kg_key"].get<std::string>();
  BOOST_TEST(hex.size() == key.size());
  BOOST_TEST(hex.find_first_not_of("0123456789abcdef") == std::string::npos);
  BOOST_TEST(shown["image_url"].get<std::string>().starts_with("https://secret-"));
  BOOST_TEST(shown["number_token"].get<std::string>().starts_with("<secret "));
  BOOST_TEST(shown["has_password"] == true);
  BOOST_TEST(shown["no_password"].is_null());
  BOOST_TEST(shown["empty_password"] == "");
  BOOST_TEST(shown["masked_password"] == masked_value);
  BOOST_TEST(shown["configdrive"]["user_data"].get<std::string>().starts_with("<secret "));
  BOOST_TEST(shown["configdrive"]["list"][1] == true);
}

BOOST_AUTO_TEST_CASE(unlearned_secrets_are_masked) {
  const secret_placeholders nothing;
  const auto shown = nothing.replace({{"ipmi_password", "hunter-2"}, {"url", "http://a:b-c@d/"}});
  BOOST_TEST(shown == mask_secrets({{"ipmi_password", "hunter-2"}, {"url", "http://a:b-c@d/"}}));
}

BOOST_AUTO_TEST_CASE(option_names_do_not_mark_secrets) {
  secret_placeholders secrets;
  secrets.learn({{"password", "hunter-2"}});
  const auto shown =
      secrets.replace_texts({{"conductor.allow_tokenless_agents", "true"}, {"x", "hunter-2"}});
  BOOST_TEST(shown["conductor.allow_tokenless_agents"] == "true");
  BOOST_TEST(shown["x"] == "<secret 1>");
}

BOOST_AUTO_TEST_SUITE_END()
