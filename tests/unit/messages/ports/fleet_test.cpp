#include "messages/ports/process_description.hpp"
#include "tests/support/coded_types.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus {

namespace {

constexpr const char* described =
    R"({"conductor_group":"east","conductor_groups":["east",""],"drivers":["fake-hardware"],)"
    R"("host":"h1","pid":77,"roles":["conductor","driver"],)"
    R"("started_at":"2026-11-22T01:15:30.000000+00:00"})";

std::string read_and_written(const std::string& description) {
  return encode_description(decode_description({"member-1", "i", description}));
}

/// The text written for a description with only the member's name.
const std::string nothing_said = read_and_written("{}");

}  // namespace

BOOST_AUTO_TEST_SUITE(fleet_descriptions)

BOOST_AUTO_TEST_CASE(a_process_is_described_as_it_was_read) {
  BOOST_TEST(read_and_written(described) == described);
}

BOOST_AUTO_TEST_CASE(an_empty_description_gets_the_member_s_name) {
  BOOST_TEST(nothing_said ==
             R"({"conductor_group":"","conductor_groups":[""],"drivers":[],"host":"member-1",)"
             R"("pid":0,"roles":[],"started_at":null})");
  for (const char* text : {"", "null", "7", "[]", "{", "x"})
    BOOST_TEST(decode_description({"member-1", "i", text}).host == "member-1", text);
}

BOOST_AUTO_TEST_CASE(an_invalid_process_number_is_ignored) {
  for (const char* text : {R"({"pid":1.8e19})", R"({"pid":-1.5})", R"({"pid":"7"})"})
    BOOST_TEST(read_and_written(text) == nothing_said, text);
}

BOOST_AUTO_TEST_CASE(an_older_release_names_one_group) {
  const auto process = decode_description({"m", "i", R"({"conductor_group":"east"})"});
  BOOST_TEST(process.conductor_groups == std::vector<std::string>{"east"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(no_member_of_another_kind_throws) {
  const auto good = json::parse(described);
  for (const auto& [key, unused] : good.items())
    for (const auto& value :
         {json(nullptr), json(7), json("x"), json::array({1}), json::object()}) {
      auto text = good;
      text[key] = value;
      BOOST_CHECK_NO_THROW(read_and_written(to_text(text)));
    }
}

BOOST_AUTO_TEST_CASE(no_damaged_text_throws) {
  std::string text = described;
  for (size_t offset = 0; offset < text.size(); ++offset) {
    auto damaged = text;
    damaged[offset] = '"';
    BOOST_CHECK_NO_THROW(read_and_written(damaged));
    BOOST_CHECK_NO_THROW(read_and_written(text.substr(0, offset)));
  }
}

BOOST_AUTO_TEST_CASE(a_text_that_is_nested_too_deeply_describes_nothing) {
  constexpr size_t depth = 200'000;
  const auto described_deeply = R"({"roles":["driver"],"started_at":)" + std::string(depth, '[') +
                                std::string(depth, ']') + "}";
  const auto known = decode_description({"driver-1", "i", described_deeply});
  BOOST_TEST(known.host == "driver-1");
  BOOST_TEST(known.roles.empty());
}

BOOST_AUTO_TEST_CASE(groups_are_those_of_driver_workers) {
  const std::vector<member> members{
      {"driver-1", "i", described},
      {"conductor-1", "i", R"({"roles":["conductor"],"conductor_groups":["west"]})"},
  };
  const served_groups served{members};
  BOOST_TEST((served.has("east") && served.has("") && !served.has("west")));
  BOOST_TEST(workers_of(members, "east") == std::vector<std::string>{"driver-1"},
             boost::test_tools::per_element());
  BOOST_TEST(workers_of(members, "west").empty());
  BOOST_TEST(served.refusal("west") ==
             "no driver worker serves the conductor group 'west'; served groups: '', 'east'");
  BOOST_TEST(served_groups{std::vector<member>{}}.refusal("x") ==
             "no driver worker serves the conductor group 'x'; no driver worker is running");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus
