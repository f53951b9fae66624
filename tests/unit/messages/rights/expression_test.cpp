#include "messages/rights/expression.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using rights::expression;
using rights::parse_expression;

namespace {

/// The tree in prefix form: "(or role:admin (not rule:x))".
std::string shown(const expression& x) {
  using kind = expression::kind;
  switch (x.is) {
    case kind::always: return "@";
    case kind::never: return "!";
    case kind::negation: return "(not " + shown(x.parts.front()) + ")";
    case kind::all:
    case kind::any: {
      std::string out = x.is == kind::all ? "(and" : "(or";
      for (const auto& part : x.parts) out += " " + shown(part);
      return out + ")";
    }
    default: break;
  }
  const auto left = x.left_is_literal ? "'" + x.left + "'" : x.left;
  return left + ":" + (x.right_is_key ? "<" + x.right + ">" : x.right);
}

std::string parsed(std::string_view text) {
  const auto tree = parse_expression(text);
  return tree ? shown(*tree) : tree.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(expressions)

BOOST_AUTO_TEST_CASE(constants) {
  for (const auto* text : {"", "  ", "@"}) BOOST_TEST(parsed(text) == "@", text);
  BOOST_TEST(parsed("!") == "!");
}

BOOST_AUTO_TEST_CASE(not_binds_closer_than_and_and_and_closer_than_or) {
  BOOST_TEST(parsed("role:a or role:b and not role:c") == "(or role:a (and role:b (not role:c)))");
  BOOST_TEST(parsed("(role:a or role:b) and role:c") == "(and (or role:a role:b) role:c)");
  BOOST_TEST(parsed("not (role:a or role:b)") == "(not (or role:a role:b))");
  BOOST_TEST(parsed("not not role:a") == "(not (not role:a))");
}

BOOST_AUTO_TEST_CASE(keywords_and_roles_ignore_case) {
  BOOST_TEST(parsed("Role:Admin") == "Role:Admin");  // an attribute, as in oslo.policy
  BOOST_TEST(parsed("role:Admin OR NOT rule:Mine") == "(or role:admin (not rule:Mine))");
}

BOOST_AUTO_TEST_CASE(values_of_the_object_and_literals) {
  BOOST_TEST(parsed("project_id:%(node.owner)s") == "project_id:<node.owner>");
  BOOST_TEST(parsed("(role:a and project_id:%(node.owner)s)") ==
             "(and role:a project_id:<node.owner>)");
  BOOST_TEST(parsed("'a b':%(node.owner)s or \"(x)\":y") == "(or 'a b':<node.owner> '(x)':y)");
  BOOST_TEST(parsed("user_id:a:b") == "user_id:a:b");
}

BOOST_AUTO_TEST_CASE(errors_name_the_position) {
  const std::pair<const char*, const char*> rows[] = {
      {"role:a or", "At position 10: expected a check, 'not' or '(', got the end."},
      {"role:a role:b", "At position 8: expected 'and', 'or' or the end, got 'role:b'."},
      {"(role:a", "At position 8: expected 'and', 'or' or ')', got the end."},
      {"role:a)", "At position 7: expected 'and', 'or' or the end, got ')'."},
      {"and role:a", "At position 1: expected a check, 'not' or '(', got 'and'."},
      {"http://a/b", "At position 1: remote checks (http:, https:) are not supported."},
      {"project_id:%(node.owner",
       "At position 1: expected a constant or %(key)s after ':', got 'project_id:%'."},
      {"rule:%(x)s", "At position 1: expected the name of a rule after 'rule:', got 'rule:%(x)s'."},
  };
  for (const auto& [text, sentence] : rows) BOOST_TEST(parsed(text) == sentence);
  for (const auto* text : {"admin", ":a", "role:", "a:50%"})
    BOOST_TEST(parsed(text).starts_with("At position 1: expected a c"), parsed(text));
}

BOOST_AUTO_TEST_CASE(length_and_depth_are_limited) {
  BOOST_TEST(parsed("role:" + std::string(rights::expression_bytes_max, 'a')).find("longer than") !=
             std::string::npos);
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "(";
  BOOST_TEST(parsed(deep).find("nested more than 32") != std::string::npos);
  deep.clear();
  for (int i = 0; i < 1000; ++i) deep += "not ";
  BOOST_TEST(parsed(deep + "@").find("nested more than 32") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
