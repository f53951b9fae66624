#include "messages/model/record.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/support/coded_types.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus {

namespace {

const std::string texts_path = "tests/unit/messages/model/texts.json";

bool accepts_snapshot(std::string_view text) { return decode_snapshot(text).has_value(); }
bool accepts_record(std::string_view text) { return decode_record(text).has_value(); }

}  // namespace

BOOST_AUTO_TEST_SUITE(stored_snapshots)

BOOST_AUTO_TEST_CASE(damaged_texts_are_rejected) {
  const auto texts = test::read_document(texts_path);
  test::check_damaged(to_text(texts.at("record_snapshot").at(0)), accepts_record);
  // A small one: this test is quadratic in the size.
  node_snapshot small;
  small.ports.emplace_back();
  small.current.emplace().steps.emplace_back();
  small.waiting = wait{awaited::agent, {}, std::nullopt, "x"};
  test::check_damaged(encode_snapshot(small), accepts_snapshot);
}

BOOST_AUTO_TEST_CASE(a_text_that_is_not_an_object_is_rejected) {
  for (const char* text : {"", "null", "7", "[]", "\"x\"", "{", R"({"schema":"1"})",
                           R"({"schema":null})", R"({"schema":-1})", R"({"schema":{}})"}) {
    BOOST_TEST(!accepts_snapshot(text), text);
    BOOST_TEST(!accepts_record(text), text);
  }
}

BOOST_AUTO_TEST_CASE(an_ending_allocation_without_a_node_is_rejected) {
  record_snapshot ends;
  ends.ending = true;
  BOOST_TEST(!accepts_record(encode_record(ends)));
  ends.asked = "a node";
  BOOST_TEST(accepts_record(encode_record(ends)));
}

BOOST_AUTO_TEST_CASE(texts_of_a_newer_release_are_rejected) {
  for (const char* text :
       {R"({"schema":2})", R"({"schema":4294967297})", R"({"schema":18446744073709551615})"}) {
    BOOST_TEST_REQUIRE(!accepts_snapshot(text));
    BOOST_TEST_REQUIRE(!accepts_record(text));
    BOOST_TEST((decode_snapshot(text).error() ==
                failure{error_code::internal, "the snapshot was written by a newer release"}));
    BOOST_TEST((decode_record(text).error() ==
                failure{error_code::internal, "the record was written by a newer release"}));
  }
}

// Members that were added later have their initial values, at every depth.
BOOST_AUTO_TEST_CASE(texts_of_the_first_release_are_read) {
  const auto texts = test::read_document("tests/unit/messages/model/first_release.json");
  const auto& node = texts.at("node_snapshot");
  const auto& record = texts.at("record_snapshot");
  const auto as_node = decode_snapshot(to_text(node.at("stored")));
  const auto as_record = decode_record(to_text(record.at("stored")));
  BOOST_TEST_REQUIRE((as_node && as_record));
  BOOST_TEST(encode_snapshot(*as_node) == to_text(node.at("read")));
  BOOST_TEST(encode_record(*as_record) == to_text(record.at("read")));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus
