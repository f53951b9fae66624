#include "messages/base/json_document.hpp"

#include "messages/base/codec.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <set>
#include <thread>

namespace ironbus::json_document_test {

namespace {

struct with_tree {
  json member = json::object();
};

struct with_document {
  json_document member;
};

member_codecs<with_tree> members_of(const with_tree*) {
  static constexpr auto all = sorted_members(coded_member<&with_tree::member>("member"));
  return all;
}

member_codecs<with_document> members_of(const with_document*) {
  static constexpr auto all = sorted_members(coded_member<&with_document::member>("member"));
  return all;
}

std::string around(std::string_view member) { return R"({"member":)" + std::string{member} + "}"; }

result<with_document> read(std::string_view member) {
  return decode<with_document>(around(member));
}

const std::string sample =
    R"({"a":{"b":[1,-2,0.5,{"é":"\"}\\\n"}],"c":[]},"d":null,"e":true,"f":"]}"})";

const std::vector<std::string>& texts() {
  static const std::vector<std::string> all{
      sample, "{}", "[]", "[[],{}]", R"([1,"a"])", "null", "true", "7", "-0.5", R"("")", R"("x")",
  };
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_documents)

BOOST_AUTO_TEST_CASE(a_new_document_is_an_empty_object) {
  const json_document empty;
  BOOST_TEST(empty == json::object());
  BOOST_TEST((empty == read("{}").value().member));
  BOOST_TEST(to_text(with_document{}) == around("{}"));
}

BOOST_AUTO_TEST_CASE(an_unparsed_document_is_written_unchanged) {
  for (const auto& text : texts()) BOOST_TEST(to_text(read(text).value()) == around(text));
  for (const char* odd : {R"({"b":1,"a":2})", R"({ "a" : 1 })", R"(["\u0061", 1.50])"}) {
    const auto x = read(odd).value();
    BOOST_TEST(to_text(x) == around(odd));
    BOOST_TEST((x.member == json::parse(odd)));
    BOOST_TEST(to_text(x) == around(odd));
  }
}

BOOST_AUTO_TEST_CASE(access_gives_the_values_of_a_tree) {
  for (const auto& text : texts()) {
    const auto x = read(text).value();
    const auto tree = decode<with_tree>(around(text)).value().member;
    BOOST_TEST(x.member == tree, text);
    BOOST_TEST((x.member.tree().type() == tree.type()), text);
  }
  const auto x = read(sample).value().member;
  BOOST_TEST(x["a"]["b"][0] == 1);
  BOOST_TEST(x.at("e") == true);
  BOOST_TEST(x.value("f", "") == "]}");
  BOOST_TEST(x["none"].is_null());
  BOOST_TEST((x.find("d") != x.end() && !x.contains("none")));
  BOOST_TEST(json({{"x", x}}).dump() == R"({"x":)" + sample + "}");
}

// An unparsed text is checked like a tree, for every kind of error at every position.
BOOST_AUTO_TEST_CASE(damaged_texts_are_rejected_before_access) {
  for (const char* text : {"[1 2]",
                           "{\"a\" 1}",
                           "{\"a\":}",
                           "{\"a\":1,}",
                           "[1,]",
                           "[,1]",
                           "{1:2}",
                           "[nul]",
                           "[truE]",
                           "[01]",
                           "[1.]",
                           "[--1]",
                           "[1e999]",
                           "[\"\\x\"]",
                           "[\"\\ud800\"]",
                           "[\"\n\"]",
                           "[\"\xff\"]",
                           "{\"\\x\":1}",
                           "[{\"a\":[1 2]}]",
                           "{]",
                           "[}",
                           "{",
                           "[",
                           "",
                           "x",
                           "{\"a\":{}",
                           "[[]"}) {
    BOOST_TEST(!read(text).has_value(), text);
    const auto tree = decode<with_tree>(around(text));
    BOOST_TEST(!tree.has_value(), text);
  }
}

BOOST_AUTO_TEST_CASE(a_damaged_byte_is_handled_as_in_a_tree) {
  const auto whole = around(sample);
  for (size_t offset = 0; offset < whole.size(); ++offset)
    for (const char byte : {'\0', '"', '}', '[', ']', '9', ' ', ',', ':', '\\', '\xff'}) {
      auto damaged = whole;
      damaged[offset] = byte;
      const auto tree = decode<with_tree>(damaged);
      const auto document = decode<with_document>(damaged);
      BOOST_TEST_REQUIRE(document.has_value() == tree.has_value(), damaged);
      if (tree) BOOST_TEST((document->member == tree->member), damaged);
    }
}

BOOST_AUTO_TEST_CASE(the_depth_of_documents_is_limited) {
  const auto nested = [](size_t levels) {
    return std::string(levels, '[') + std::string(levels, ']');
  };
  const auto deepest = read(nested(own_json_depth_max - 1));
  BOOST_TEST_REQUIRE(deepest.has_value());
  BOOST_TEST(extent_of(deepest->member).depth == own_json_depth_max - 1);
  BOOST_TEST(extent_of(deepest->member.tree()).depth == own_json_depth_max - 1);
  BOOST_TEST(!read(nested(own_json_depth_max)).has_value());
}

BOOST_AUTO_TEST_CASE(an_edit_does_not_affect_copies) {
  auto x = read(sample).value().member;
  const auto before = x;
  auto& tree = x.edit();
  tree["a"] = 1;
  const auto between = x;
  tree["a"] = 2;
  BOOST_TEST(x["a"] == 2);
  BOOST_TEST(between["a"] == 1);
  BOOST_TEST(before == json::parse(sample));
  BOOST_TEST(to_text(with_document{x}) == R"({"member":{"a":2,"d":null,"e":true,"f":"]}"}})");
  BOOST_TEST(to_text(with_document{before}) == around(sample));
  BOOST_TEST(before.text() == sample);
  BOOST_TEST(x.text().empty());
}

BOOST_AUTO_TEST_CASE(erasing_a_missing_member_is_not_an_edit) {
  auto x = read(sample).value().member;
  x.erase("none");
  x.erase("b");  // at a deeper level
  BOOST_TEST(x.text() == sample);
  BOOST_TEST((x.may_contain("a") && !x.may_contain("none")));
  x.erase("a");
  BOOST_TEST((x == json{{"d", nullptr}, {"e", true}, {"f", "]}"}}));
  json_document empty;
  empty.erase("a");
  BOOST_TEST(empty == json::object());
}

BOOST_AUTO_TEST_CASE(equality_does_not_depend_on_the_form) {
  const auto text = read(R"({"a":1,"b":[2]})").value().member;
  const auto other_text = read(R"({"b":[2], "a":1})").value().member;
  json_document edited;
  edited.edit() = json{{"a", 1}, {"b", {2}}};
  const json_document assigned = json{{"a", 1}, {"b", {2}}};
  for (const auto& x : {text, other_text, edited, assigned}) {
    BOOST_TEST((x == text && x == other_text && x == edited && x == assigned));
    BOOST_TEST((x != json_document{} && x != read(R"({"a":1})").value().member));
  }
  json_document emptied = text;
  emptied.edit() = json::object();
  BOOST_TEST((emptied == json_document{} && json_document{} == emptied));
}

BOOST_AUTO_TEST_CASE(the_extent_of_a_text_is_that_of_its_tree) {
  for (const auto& text : texts()) {
    const auto x = read(text).value().member;
    const auto wanted = extent_of(x.tree());
    BOOST_TEST(extent_of(x).bytes == wanted.bytes, text);
    BOOST_TEST(extent_of(x).depth == wanted.depth, text);
  }
}

BOOST_AUTO_TEST_CASE(threads_can_read_copies_concurrently) {
  const auto shared = read(sample).value().member;
  std::array<const json*, 4> seen{};
  std::vector<std::thread> threads;
  threads.reserve(seen.size());
  for (auto& slot : seen) threads.emplace_back([copy = shared, &slot] { slot = &copy.tree(); });
  for (auto& thread : threads) thread.join();
  BOOST_TEST(std::set<const json*>(seen.begin(), seen.end()).size() == 1U);
  BOOST_TEST(*seen[0] == json::parse(sample));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::json_document_test
