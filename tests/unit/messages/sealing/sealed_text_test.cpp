#include "messages/sealing/sealed_text.hpp"

#include "messages/base/json.hpp"
#include "messages/sealing/secret_parts.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::sealing;

namespace {

secret_box box_with(std::vector<std::string> ids, std::string writes_with) {
  secret_key_ring ring;
  for (const auto& id : ids) ring.keys.push_back({id, std::string(32, id.back())});
  ring.writes_with = std::move(writes_with);
  return secret_box::make(std::move(ring)).value();
}

const secret_box box = box_with({"k1"}, "k1");
const secret_box renewing = box_with({"k2", "k1"}, "k2");

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

key_counts counts_of(std::string_view text) {
  key_counts out;
  count_secrets(text, out);
  return out;
}

/// A text with the secret "hidden" once, and its form after sealing.
struct secret_case {
  const char* text;
  const char* path;
};

const std::vector<secret_case> secret_cases{
    {R"({"driver_info":{"redfish_password":"hidden","redfish_address":"https://bmc"}})",
     "/driver_info/redfish_password"},
    {R"({"driver_internal_info":{"agent_secret_token":"hidden"}})",
     "/driver_internal_info/agent_secret_token"},
    {R"({"instance_info":{"configdrive":{"user_data":"hidden"}}})", "/instance_info/configdrive"},
    {R"({"instance_info":{"image_source":"https://u:hidden@images/a"}})",
     "/instance_info/image_source"},
    {R"({"instance_info":{"rescue_password":"hidden"}})", "/instance_info/rescue_password"},
    {R"({"webhook":{"secret":"hidden"}})", "/webhook/secret"},
    {R"({"settings":[{"name":"AdminPassword","value":"hidden"}]})", "/settings/0/value"},
    {R"({"settings":[{"value":{"a":["hidden"]},"name":"AdminPassword"}]})", "/settings/0/value"},
    {R"([{"op":"add","path":"/driver_info/pw","value":"hidden"}])", "/0/value"},
    {R"({"kernel_append_params":"quiet ipa-token=hidden"})", "/kernel_append_params"},
    {R"({"body":"{\"driver_info\":{\"ipmi_password\":\"hidden\"}}"})", "/body"},
    {R"({"body":"[{\"path\":\"/driver_info/pw\",\"value\":\"hidden\"}]"})", "/body"},
    {R"( { "a" : [ 1 , { "password" : "hidden" } ] , "b" : null } )", "/a/1/password"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(sealed_texts)

BOOST_AUTO_TEST_CASE(hide_every_secret_and_nothing_else) {
  for (const auto& [text, path] : secret_cases) {
    const auto found = find_parts(text, wanted_parts::secret);
    BOOST_TEST_REQUIRE(found.has_value());
    BOOST_TEST_REQUIRE(found->parts.size() == 1u, text);
    BOOST_TEST(found->parts[0].path == path);
    const auto sealed = seal_secrets(text, box, "here");
    BOOST_TEST(!has(sealed, "hidden"), sealed);
    BOOST_TEST(parse_json(sealed).has_value(), sealed);
    const std::string_view whole{text};
    BOOST_TEST(sealed.starts_with(whole.substr(0, found->parts[0].begin)));
    BOOST_TEST(sealed.ends_with(whole.substr(found->parts[0].end)));
    BOOST_TEST(open_secrets(sealed, box, "here").value() == text);
  }
}

BOOST_AUTO_TEST_CASE(leave_what_is_no_secret) {
  for (const std::string text :
       {R"({"name":"n","address":"https://bmc/","port":6385,"token_handed_over":true})",
        R"({"password":"","token":null,"configdrive":{},"tokens":[]})",
        R"({"driver_info":{"ipmi_password":"******"},"url":"https://u:******@host"})",
        R"({"settings":[{"name":"BootMode","value":"uefi"}]})", R"({"a":"x=1"})", "", "null",
        R"({"password":"cut)", R"({"password":})", "{]", R"(["password"])"})
    BOOST_TEST(seal_secrets(text, box, "here") == text);
}

BOOST_AUTO_TEST_CASE(keep_numbers_and_escapes_as_written) {
  const std::string text = R"({"password":"a\"b\u00e4\\","secret": 1.50 })";
  const auto sealed = seal_secrets(text, box, "here");
  BOOST_TEST(!has(sealed, "1.50"));
  BOOST_TEST(open_secrets(sealed, box, "here").value() == text);
}

BOOST_AUTO_TEST_CASE(are_bound_to_their_place_and_path) {
  const auto sealed = seal_secrets(R"({"a":{"password":"x"},"b":{"password":"y"}})", box, "one");
  const auto moved = open_secrets(sealed, box, "two");
  BOOST_TEST_REQUIRE(!moved.has_value());
  BOOST_TEST(has(moved.error().message, "/a/password: "));
  auto swapped = json::parse(sealed);
  std::swap(swapped["a"], swapped["b"]);
  BOOST_TEST(!open_secrets(swapped.dump(), box, "one").has_value());
}

BOOST_AUTO_TEST_CASE(cannot_be_imitated_by_a_client) {
  const auto foreign = box.seal(R"("x")", "here\n/extra/note");
  const std::string text = R"({"extra":{"note":")" + foreign + R"("}})";
  const auto sealed = seal_secrets(text, box, "here");
  BOOST_TEST(sealed != text);
  BOOST_TEST(open_secrets(sealed, box, "here").value() == text);
}

BOOST_AUTO_TEST_CASE(of_an_old_store_are_read_in_clear) {
  const std::string text = R"({"password":"x"})";
  BOOST_TEST(open_secrets(text, box, "here").value() == text);
}

BOOST_AUTO_TEST_CASE(are_renewed_with_the_first_key) {
  const std::string text = R"({"a":{"password":"x"},"b":{"password":"y"}})";
  const auto old = seal_secrets(text, box, "here");
  BOOST_TEST((counts_of(text) == key_counts{{"", 2}}));
  BOOST_TEST((counts_of(old) == key_counts{{"k1", 2}}));
  const auto renewed = renew_secrets(old, renewing, "here").value();
  BOOST_TEST((counts_of(renewed) == key_counts{{"k2", 2}}));
  BOOST_TEST(renew_secrets(renewed, renewing, "here").value() == renewed);
  BOOST_TEST((counts_of(renew_secrets(text, renewing, "here").value()) == key_counts{{"k2", 2}}));
  const auto clear = box_with({"k2", "k1"}, "");
  BOOST_TEST(renew_secrets(old, clear, "here").value() == text);
}

BOOST_AUTO_TEST_CASE(name_no_other_secret) {
  BOOST_TEST((counts_of(R"({"name":"ibx1:pwd:AAAA","value":"y"})") == key_counts{{"pwd", 1}}));
}

BOOST_AUTO_TEST_CASE(of_a_lost_key_can_be_emptied) {
  const auto text = R"({"a":)" + json(box.seal(R"("x")", "")).dump() + R"(,"b":)" +
                    json(renewing.seal(R"("y")", "")).dump() + "}";
  const auto left = forget_secrets(text, "k1");
  BOOST_TEST(left.starts_with(R"({"a":"","b":"ibx1:k2:)"), left);
  BOOST_TEST(forget_secrets(R"({"a":"b"})", "k1") == R"({"a":"b"})");
}

BOOST_AUTO_TEST_CASE(of_a_message_are_bound_to_its_id) {
  const std::string body = R"({"data":{"password":"hidden"},"id":"m1","subject":"n"})";
  auto sealed = seal_message(body, box);
  BOOST_TEST(!has(sealed, "hidden"));
  BOOST_TEST(open_message(sealed, box).value() == body);
  sealed.replace(sealed.find("\"m1\""), 4, "\"m2\"");
  BOOST_TEST(!open_message(sealed, box).has_value());
}

BOOST_AUTO_TEST_CASE(may_be_sealed_as_a_whole) {
  const auto sealed = seal_whole("text", box, "here");
  BOOST_TEST((counts_of(sealed) == key_counts{{"k1", 1}}));
  BOOST_TEST(open_whole(sealed, box, "here").value() == "text");
  BOOST_TEST(open_whole("text", box, "here").value() == "text");
  BOOST_TEST(!open_whole(sealed, box, "there").has_value());
}

BOOST_AUTO_TEST_CASE(are_not_deeper_than_own_documents) {
  const std::string deep(own_json_depth_max + 1, '[');
  BOOST_TEST(!find_parts(deep + std::string(deep.size(), ']'), wanted_parts::secret).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
