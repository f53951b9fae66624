#include "drivers/kit/password_rotation.hpp"

#include "messages/base/secrets.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

BOOST_AUTO_TEST_SUITE(rotation_of_a_password)

BOOST_AUTO_TEST_CASE(generates_a_password_of_the_allowed_length) {
  const auto made = wanted_password(json::object(), {8, 20}).value();
  BOOST_TEST(made.size() == 16U);
  BOOST_TEST(made != wanted_password({{"password", nullptr}}, {8, 20}).value());
  for (const bool upper : {true, false})
    BOOST_TEST(std::any_of(made.begin(), made.end(), [upper](unsigned char x) {
      return (upper ? std::isupper(x) : std::islower(x)) != 0;
    }));
  BOOST_TEST(made.find_first_of("0123456789") != std::string::npos);
  BOOST_TEST(made.find_first_of("-_ \n") == std::string::npos);
  BOOST_TEST(wanted_password(json::object(), {4, 10}).value().size() == 10U);
  BOOST_TEST(wanted_password(json::object(), {20, 30}).value().size() == 20U);
}

BOOST_AUTO_TEST_CASE(checks_length_and_characters_of_a_given_password) {
  BOOST_TEST(wanted_password({{"password", "Abcdef-1"}}, {8, 16}).value() == "Abcdef-1");
  for (const json& odd :
       {json("short"), json("much-too-long-for-it"), json("with blank"), json("line\nbreak"),
        json("\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4"), json("")}) {
    const auto refused = wanted_password({{"password", odd}}, {8, 16});
    BOOST_TEST_REQUIRE(!refused.has_value(), odd.dump());
    BOOST_TEST(refused.error().message.find("8 to 16 printable") != std::string::npos);
    const auto text = odd.get<std::string>();
    BOOST_TEST((text.empty() || refused.error().message.find(text) == std::string::npos));
  }
}

BOOST_AUTO_TEST_CASE(reads_the_stored_password_and_masks_it) {
  step_request request;
  request.id.operation_id = "op-1";
  const auto part = password_stored(request, "Abcdef-1");
  BOOST_TEST(part.part_done);
  const auto& notes = part.observed.driver_internal_info;
  const auto noted = read_stored_password(notes).value();
  BOOST_TEST(noted.password == "Abcdef-1");
  BOOST_TEST(second_password(notes) == "Abcdef-1");
  BOOST_TEST(is_of_run(noted, request));
  request.id.attempt = 7;  // another attempt of the same run
  BOOST_TEST(is_of_run(noted, request));
  request.id.operation_id = "op-2";
  BOOST_TEST(!is_of_run(noted, request));
  BOOST_TEST(mask_secrets(notes).dump().find("Abcdef-1") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(ignores_malformed_notes) {
  for (const char* text : {"{}", R"({"bmc_rotation":null})", R"({"bmc_rotation":"x"})",
                           R"({"bmc_rotation":{}})", R"({"bmc_rotation":{"new_password":5}})"})
    BOOST_TEST(!read_stored_password(json::parse(text)), text);
}

BOOST_AUTO_TEST_CASE(the_end_removes_the_note_and_updates_driver_info_if_accepted) {
  const stored_password noted{"op-1.0", "Abcdef-1"};
  for (const auto& end :
       {password_accepted("ipmi_password", noted), password_adopted("ipmi_password", noted)}) {
    BOOST_TEST(end.observed.driver_info == json({{"ipmi_password", "Abcdef-1"}}));
    BOOST_TEST(end.observed.driver_internal_info.at("bmc_rotation").is_null());
  }
  const auto failed = password_rejected("It does not like it.");
  BOOST_TEST(failed.observed.driver_info.empty());
  BOOST_TEST(failed.observed.driver_internal_info.at("bmc_rotation").is_null());
}

BOOST_AUTO_TEST_CASE(removes_the_password_from_a_text_even_if_truncated) {
  BOOST_TEST(without_password("The value 'Abcdef-1' of Abcdef-1 is odd.", "Abcdef-1") ==
             "The value '******' of ****** is odd.");
  BOOST_TEST(without_password("The value 'Abcde", "Abcdef-1") == "The value '");
  BOOST_TEST(without_password("a text", "") == "a text");
  BOOST_TEST(without_password("\"Abcdef-1\", \\\"Abcdef-1\\\"", "Abcdef-1") ==
             "\"******\", \\\"******\\\"");
  BOOST_TEST(without_password("ab", "abc") == "ab");
}

/// A mask within a word would reveal the password.
BOOST_AUTO_TEST_CASE(masks_an_ordinary_word_only_where_it_is_a_value) {
  BOOST_TEST(without_password("ADMINISTRATOR is no ADMIN", "ADMIN") == "ADMINISTRATOR is no ADMIN");
  BOOST_TEST(without_password("The password 'ADMIN' is bad", "ADMIN") ==
             "The password '******' is bad");
  BOOST_TEST(without_password("a bad value <a>", "a") == "a bad value <******>");
  BOOST_TEST(without_password("user ADM", "ADMIN") == "user ADM");
  BOOST_TEST(without_password("xAbcdef-1x", "Abcdef-1") == "xAbcdef-1x");
}

BOOST_AUTO_TEST_SUITE_END()
