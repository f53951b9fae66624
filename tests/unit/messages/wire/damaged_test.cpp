#include "messages/wire/commands.hpp"
#include "messages/wire/record_commands.hpp"
#include "tests/support/coded_types.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus {

namespace {

bool accepts_envelope(std::string_view text) { return decode_envelope(text).has_value(); }
bool accepts_reply(std::string_view text) { return decode_reply(text).has_value(); }

/// A text of wire/texts.json in its sent form.
std::string text_of(const std::string& name) {
  return to_text(test::read_document("tests/unit/messages/wire/texts.json").at(name).at(0));
}

envelope command_envelope(const std::string& type, const json& data) {
  envelope out;
  out.type = type;
  out.data = data;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(damaged_messages)

BOOST_AUTO_TEST_CASE(damaged_texts_are_rejected) {
  test::check_damaged(text_of("envelope"), accepts_envelope);
  test::check_damaged(text_of("reply"), accepts_reply);
}

BOOST_AUTO_TEST_CASE(a_text_that_is_not_an_object_is_rejected) {
  for (const char* text : {"", "null", "7", "[]", "\"x\"", "{}", "{\"id\":1}", "[{}]"})
    BOOST_TEST(!decode_envelope(text).has_value(), text);
  for (const char* text : {"", "null", "7", "[]", "\"x\"", R"({"body":1})", R"({"refused":{}})",
                           R"({"refused":null})", R"({"refused":{"code":7,"message":""}})"})
    BOOST_TEST(!decode_reply(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(event_numbers_are_texts_of_digits) {
  auto text = json::parse(text_of("envelope"));
  for (const char* sequence : {"", "x", "18446744073709551616", "99999999999999999999999999"}) {
    text["sequence"] = sequence;
    BOOST_TEST(!decode_envelope(to_text(text)).has_value(), sequence);
  }
  text["sequence"] = "0";
  BOOST_TEST(decode_envelope(to_text(text)).value().sequence.value() == 0U);
}

BOOST_AUTO_TEST_CASE(unknown_members_are_ignored) {
  auto text = json::parse(text_of("envelope"));
  const auto before = encode_envelope(decode_envelope(to_text(text)).value());
  text["datacontenttype"] = "application/json";
  BOOST_TEST(encode_envelope(decode_envelope(to_text(text)).value()) == before);
}

BOOST_AUTO_TEST_CASE(unknown_commands_are_rejected_by_name) {
  for (const char* type : {"", "create_node", "ironbus.command.", "ironbus.command.create_nodes",
                           "ironbus.step.request"}) {
    const auto node = decode_command(command_envelope(type, json::object()));
    const auto record = decode_record_command(command_envelope(type, json::object()));
    BOOST_TEST_REQUIRE(!node.has_value());
    BOOST_TEST(node.error().message == "'" + std::string{type} + "' is not a command");
    BOOST_TEST((node.error().code == error_code::invalid));
    BOOST_TEST((!record && record.error() == node.error()));
  }
}

BOOST_AUTO_TEST_CASE(commands_without_a_data_object_are_rejected) {
  const auto texts = test::read_document("tests/unit/messages/wire/texts.json");
  for (const auto& [name, unused] : texts.items()) {
    if (!name.starts_with("ironbus.command.") || name == "ironbus.command.delete_node") continue;
    for (const auto& data : {json(nullptr), json::array(), json(7), json("x"), json(true)}) {
      BOOST_TEST(!decode_command(command_envelope(name, data)).has_value(), name);
      BOOST_TEST(!decode_record_command(command_envelope(name, data)).has_value(), name);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus
