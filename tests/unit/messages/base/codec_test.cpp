#include "messages/base/json_text.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

namespace ironbus::codec_test {

namespace {

enum class colour : uint8_t { red, green };
std::string_view to_string(colour x) { return x == colour::red ? "red" : "green"; }
bool from_string(std::string_view name, colour& out) {
  out = name == "red" ? colour::red : colour::green;
  return name == to_string(out);
}

struct leaf {
  std::string name;
  std::optional<uint8_t> size{};

  bool operator==(const leaf&) const = default;
};

struct tree {
  std::vector<leaf> leaves;
  std::map<std::string, int32_t> counts;
  json extra;
  json_text unread;
  colour kind = colour::red;
  bool is_old = false;
  std::string id;
};

using enum member_kind;

member_codecs<leaf> members_of(const leaf*) {
  static constexpr auto all = sorted_members(coded_member<&leaf::size, if_filled>("size"),
                                             coded_member<&leaf::name, needed>("name"));
  return all;
}

member_codecs<tree> members_of(const tree*) {
  static constexpr auto all =
      sorted_members(coded_member<&tree::leaves>("leaves"), coded_member<&tree::counts>("counts"),
                     coded_member<&tree::extra>("extra"), coded_member<&tree::unread>("unread"),
                     coded_member<&tree::kind>("colour"),
                     coded_member<&tree::is_old, if_filled>("old"), coded_member<&tree::id>("id"));
  return all;
}

tree sample() {
  tree out;
  out.leaves = {{"a", 7}, {"\"b\"\n", {}}};
  out.counts = {{"x", -1}, {"y", 2}};
  out.extra = json::parse(R"({"k":[1,-2,0.5,true,null,"é",{},[]]})");
  out.unread = json{{"z", {1, 2}}, {"a", "}"}};
  out.kind = colour::green;
  out.id = "1";
  return out;
}

std::string why_not(std::string_view text) {
  const auto read = decode<tree>(text);
  if (read) return {};
  BOOST_TEST((read.error().code == error_code::internal));
  return read.error().message;
}

const std::vector<json>& documents() {
  static const std::vector<json> all{
      nullptr,
      true,
      json::object(),
      json::array(),
      "",
      std::string{"\0\x1f\x20\x7f\"\\/\b\f\n\r\t\v", 13},
      "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80",
      std::string(3000, '"'),
      std::string(1000, 'x') + std::string(1000, '\x01'),
      0,
      -1,
      INT64_MIN,
      UINT64_MAX,
      0.1,
      -0.0,
      1e300,
      5e-324,
      123456789012.0,
      1.0,
      json::parse("123456789012345678901234567890"),
      json{{"b", {{"\"", 1}, {"", json::array({json::object(), json::array()})}}}, {"a", 1.5}},
  };
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(codec)

BOOST_AUTO_TEST_CASE(documents_are_written_as_the_library_writes_them) {
  for (const auto& document : documents()) {
    BOOST_TEST(to_text(document) == document.dump());
    BOOST_TEST(to_text(json{{"x", document}}) == json({{"x", document}}).dump());
  }
  BOOST_TEST(to_text(json(std::nan(""))) == "null");
}

BOOST_AUTO_TEST_CASE(documents_are_read_as_the_library_reads_them) {
  for (const auto& document : documents()) {
    const auto text = R"({"extra":)" + document.dump() + "}";
    const auto read = decode<tree>(text);
    BOOST_TEST_REQUIRE(read.has_value(), text);
    BOOST_TEST((read->extra == document), text);
    BOOST_TEST((read->extra.type() == json::parse(text).at("extra").type()), text);
    BOOST_TEST(read->extra.dump() == document.dump());
  }
}

BOOST_AUTO_TEST_CASE(invalid_utf8_is_replaced_as_the_library_does) {
  for (const char* bytes : {"\xff", "a\xc3", "\xc3(", "\xe2\x82", "\xe2\x82x\xf0\x9f\x98",
                            "\xed\xa0\x80", "\xc0\xaf", "\"\x80\x80\"", "\xf5\x80\x80\x80\\"}) {
    const json document{{bytes, {bytes, 1}}};
    BOOST_TEST(to_text(document) == document.dump(-1, ' ', false, json::error_handler_t::replace));
    BOOST_TEST(to_text(leaf{bytes}) == to_text(json{{"name", bytes}}));
  }
}

BOOST_AUTO_TEST_CASE(members_are_written_by_name) {
  BOOST_TEST(
      to_text(sample()) ==
      R"({"colour":"green","counts":{"x":-1,"y":2},"extra":{"k":[1,-2,0.5,true,null,"é",{},[]]},)"
      R"("id":"1","leaves":[{"name":"a","size":7},{"name":"\"b\"\n"}],"unread":{"a":"}","z":[1,2]}})");
  BOOST_TEST(to_text(tree{}) ==
             R"({"colour":"red","counts":{},"extra":null,"id":"","leaves":[],"unread":null})");
}

BOOST_AUTO_TEST_CASE(written_texts_are_read_back) {
  const auto text = to_text(sample());
  const auto read = decode<tree>(text);
  BOOST_TEST_REQUIRE(read.has_value());
  BOOST_TEST(to_text(*read) == text);
  BOOST_TEST((read->leaves == sample().leaves));
  BOOST_TEST((read->unread == sample().unread));
}

BOOST_AUTO_TEST_CASE(members_may_have_any_order_and_unknown_ones_are_ignored) {
  const auto read = decode<tree>(
      R"( { "zz" : [{"id":"3"}], "old" : true, "\u0069d" : "2", "counts" : {"\u0061":1}, "a" : {} } )");
  BOOST_TEST_REQUIRE(read.has_value());
  BOOST_TEST(read->is_old);
  BOOST_TEST(read->id == "2");
  BOOST_TEST((read->counts == std::map<std::string, int32_t>{{"a", 1}}));
}

BOOST_AUTO_TEST_CASE(errors_name_their_position) {
  const auto tells = [](std::string_view text, std::string_view place) {
    BOOST_TEST(why_not(text).starts_with("cannot decode: " + std::string{place}), why_not(text));
  };
  tells(R"({"id":1})", "'id': ");
  tells(R"({"id":null})", "'id': ");
  tells(R"({"old":0})", "'old': ");
  tells(R"({"old":null})", "'old': ");
  tells(R"({"colour":"blue"})", "'colour': 'blue' is not a known name");
  tells(R"({"counts":{"x":2147483648}})", "'counts': 'x': 2147483648 does not fit into 32 bits");
  tells(R"({"counts":{"x":1.0}})", "'counts': 'x': ");
  tells(R"({"leaves":[{"name":"a","size":256}]})", "'leaves': 'size': 256 does not fit into 8");
  tells(R"({"leaves":[{"name":"a","size":-1}]})", "'leaves': 'size': ");
  tells(R"({"leaves":[{"name":"a","size":null}]})", "'leaves': 'size': ");
  tells(R"({"leaves":[{}]})", "'leaves': 'name' is missing");
  tells(R"({"leaves":{}})", "'leaves': ");
  tells(R"({"extra":[1 2]})", "'extra': ");
  tells(R"({"extra":1e999})", "'extra': ");
  tells(R"({} {})", "text follows it");
}

BOOST_AUTO_TEST_CASE(every_truncated_text_is_rejected) {
  const auto text = to_text(sample());
  for (size_t size = 0; size < text.size(); ++size)
    BOOST_TEST(why_not(std::string_view{text}.substr(0, size)) != "", size);
}

BOOST_AUTO_TEST_CASE(the_depth_of_documents_is_limited) {
  const auto nested = [](size_t levels) {
    return R"({"extra":)" + std::string(levels, '[') + std::string(levels, ']') + "}";
  };
  BOOST_TEST(decode<tree>(nested(own_json_depth_max - 1)).has_value());
  BOOST_TEST(why_not(nested(own_json_depth_max)).ends_with("nested too deep"));
  BOOST_TEST(why_not(R"({"extra":)" + std::string(1'000'000, '[')) != "");
}

BOOST_AUTO_TEST_CASE(a_text_of_any_size_is_read) {
  tree large = sample();
  for (size_t size :
       {size_t{0}, size_t{63}, size_t{64}, size_t{70'000}, size_t{1'000'000}, size_t{5}}) {
    large.id = std::string(size, 'x');
    BOOST_TEST(decode<tree>(to_text(large)).value().id.size() == size);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::codec_test
