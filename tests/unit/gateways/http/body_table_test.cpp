#include "gateways/http/view/body_table.hpp"

#include "gateways/http/api/version.hpp"
#include "gateways/http/routes/routes.hpp"
#include "gateways/http/view/body_check.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::http;

/// The error for a body. Empty if it is accepted.
std::string refusal_of(const body_table& table, json body, int version = version_max) {
  const auto checked = check_body(table, body, version);
  return checked ? std::string{} : checked.error().message;
}

json good_body(const body_table& table);

/// A value that the columns and the function of a row accept.
json good_value(const body_field& field) {
  switch (field.type) {
    case body_type::any: return 2;
    case body_type::uuid: return "11111111-aaaa-4aaa-8aaa-000000000001";
    case body_type::mac: return "52:54:00:00:00:01";
    case body_type::url: return "http://192.0.2.1/x";
    case body_type::boolean:
    case body_type::boolean_word: return true;
    case body_type::count: return 1;
    case body_type::object:
      return field.members != nullptr ? good_body(*field.members) : json::object();
    case body_type::list:
    case body_type::texts:
    case body_type::steps: return json::array();
    case body_type::objects:
      return json::array({field.members != nullptr ? good_body(*field.members) : json::object()});
    default:
      if (!field.allowed.empty()) return field.allowed.front().text;
      return field.name == "path" ? "/extra/a" : "x";
  }
}

json good_body(const body_table& table) {
  auto out = json::object();
  for (const auto& field : table.fields)
    if (field.has(needed)) out[std::string{field.name}] = good_value(field);
  return out;
}

/// Values that the columns of a row reject, whatever its function does.
std::vector<json> bad_values(const body_field& field) {
  std::vector<json> out;
  const auto is = [&](auto... types) { return ((field.type == types) || ...); };
  if (!is(body_type::any)) out.emplace_back(7.5);
  if (!is(body_type::any) && !field.has(may_be_null)) out.emplace_back(nullptr);
  if (is(body_type::count)) out.insert(out.end(), {0, -1, 1'000'000'001, "", "1x", "1234567890"});
  if (is(body_type::text)) out.insert(out.end(), {json::object(), json::array({"x"}), true});
  if (!is(body_type::any, body_type::text, body_type::text_or_object, body_type::document) &&
      !field.has(may_be_blank))
    out.emplace_back("no such value");
  if (!field.allowed.empty() && is(body_type::text)) out.emplace_back("no such value");
  if (!is(body_type::any, body_type::object, body_type::text_or_object, body_type::document))
    out.push_back({{"no", "such"}});
  if (is(body_type::texts, body_type::objects)) out.push_back(json::array({7}));
  if (is(body_type::texts) && !field.allowed.empty()) out.push_back(json::array({"no such"}));
  if (field.has(not_empty)) out.push_back(is(body_type::text) ? json("") : json::array());
  if (field.size_max > 0 && is(body_type::text))
    out.emplace_back(std::string(field.size_max + 1, 'x'));
  if (field.size_max > 0 && is(body_type::objects))
    out.emplace_back(std::vector<json>(field.size_max + 1, json::object()));
  return out;
}

void check_row(const body_table& table, const body_field& field) {
  const std::string name{field.name};
  auto body = good_body(table);
  for (const auto& value : bad_values(field)) {
    body[name] = value;
    auto copy = body;
    const auto checked = check_body(table, copy, version_max);
    BOOST_TEST_CONTEXT(to_text(value).substr(0, 80)) {
      BOOST_REQUIRE(!checked);
      BOOST_TEST((checked.error().code == error_code::invalid));
      BOOST_TEST(checked.error().message.find(name) != std::string::npos, checked.error().message);
      if (field.has(is_secret))
        BOOST_TEST(checked.error().message.find("7.5") == std::string::npos);
    }
  }
  if (field.has(may_be_null)) {
    body[name] = nullptr;
    BOOST_TEST(refusal_of(table, body) == "");
  }
  if (field.has(needed)) {
    body.erase(name);
    BOOST_TEST(refusal_of(table, body) == "Missing mandatory parameter: " + name);
  }
}

/// Checks a member in the version before its first one.
void check_since(const body_table& table, const body_field& field) {
  const std::string name{field.name};
  auto body = good_body(table);
  body[name] = good_value(field);
  auto copy = body;
  const auto checked = check_body(table, copy, field.since - 1);
  BOOST_REQUIRE(!checked);
  BOOST_TEST((checked.error().code ==
              (table.newer_is_unknown ? error_code::invalid : error_code::not_acceptable)));
  BOOST_TEST(checked.error().message.find("needs API version 1.") != std::string::npos,
             checked.error().message);
  body[name] = nullptr;
  if (field.has(may_be_null) && !table.newer_is_unknown)
    BOOST_TEST(refusal_of(table, body, field.since - 1) == "");
}

void check_table(const body_table& table) {
  BOOST_TEST(refusal_of(table, good_body(table)) == "");
  auto stranger = good_body(table);
  stranger["no_such_member"] = 1;
  BOOST_TEST(refusal_of(table, stranger).empty() == table.open);
  for (const auto& field : table.fields) {
    BOOST_TEST_CONTEXT(field.name) {
      check_row(table, field);
      if (field.since > version_min) check_since(table, field);
      if (field.members != nullptr) check_table(*field.members);
    }
  }
}

BOOST_AUTO_TEST_SUITE(body_tables)

BOOST_AUTO_TEST_CASE(every_row_of_every_route_rejects_invalid_values) {
  size_t tables = 0;
  for (const auto& row : routes())
    if (const auto* table = row.answers.takes()) {
      BOOST_TEST_CONTEXT(row.method << " " << row.path) { check_table(*table); }
      ++tables;
    }
  BOOST_TEST(tables >= 19U);
}

BOOST_AUTO_TEST_CASE(every_row_of_a_patch_operation_rejects_invalid_values) {
  check_table(patch_operation_body);
}

constexpr std::array colours{allowed_text{"red"}, allowed_text{"blue", 30}};
constexpr std::array inner_fields{
    body_field{.name = "size", .type = body_type::count, .flags = needed}};
constexpr body_table inner{.fields = inner_fields};
constexpr std::array outer_fields{
    body_field{.name = "colour", .type = body_type::text, .flags = any_case, .allowed = colours},
    body_field{.name = "on", .type = body_type::boolean_word},
    body_field{.name = "parts", .type = body_type::objects, .members = &inner},
    body_field{.name = "secret", .type = body_type::text, .flags = is_secret},
    body_field{.name = "words", .type = body_type::texts, .size_max = 3},
};
constexpr body_table outer{.fields = outer_fields};

BOOST_AUTO_TEST_CASE(values_are_converted) {
  json body{{"colour", "RED"}, {"on", "yes"}, {"parts", {{{"size", "12"}}}}};
  BOOST_REQUIRE(check_body(outer, body, 30));
  BOOST_TEST(body == json({{"colour", "red"}, {"on", true}, {"parts", {{{"size", 12}}}}}));
}

BOOST_AUTO_TEST_CASE(an_error_names_the_path_the_value_and_the_allowed_values) {
  BOOST_TEST(refusal_of(outer, {{"colour", "green"}}) ==
             "Invalid value for 'colour': \"green\"; allowed: red, blue.");
  BOOST_TEST(refusal_of(outer, {{"parts", {{{"size", 1}}, {{"size", 0}}}}}) ==
             "Invalid value for 'parts/1/size': 0; it must be a whole number from 1 to "
             "1000000000.");
  BOOST_TEST(refusal_of(outer, {{"parts", json::array({json::object()})}}) ==
             "Missing mandatory parameter: parts/0/size");
  BOOST_TEST(refusal_of(outer, {{"parts", {{{"size", 1}, {"weight", 2}}}}}) ==
             "Unexpected key 'parts/0/weight'; allowed: size.");
  BOOST_TEST(refusal_of(outer, {{"words", {"abc", "abcd"}}}) ==
             "Invalid value for 'words/1': \"abcd\"; at most 3 characters are allowed.");
  BOOST_TEST(refusal_of(outer, {{"on", json::object()}}) ==
             "Invalid value for 'on': object; it must be a boolean.");
  BOOST_TEST(refusal_of(outer, {{"secret", 1234}}) ==
             "Invalid value for 'secret'; it must be a string.");
  BOOST_TEST(refusal_of(outer, {{"bogus", 1}}) ==
             "Unexpected key 'bogus'; allowed: colour, on, parts, secret, words.");
  BOOST_TEST(refusal_of(outer, {{"colour", std::string(200, 'g')}}).size() < 150U);
}

BOOST_AUTO_TEST_CASE(a_value_may_be_newer_than_its_member) {
  json body{{"colour", "blue"}};
  const auto checked = check_body(outer, body, 29);
  BOOST_REQUIRE(!checked);
  BOOST_TEST((checked.error().code == error_code::not_acceptable));
  BOOST_TEST(checked.error().message ==
             "'blue' as 'colour' needs API version 1.30; requested was 1.29.");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
