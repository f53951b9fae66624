#include "gateways/http/access/oidc/claim_mapping.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::http;

const std::string row_end = "  roles: [reader]\n  system: true\n";

/// Whether a row with this condition fits.
bool fits(const std::string& condition, const json& claims) {
  const auto rows = parse_claim_mapping("- when: [{" + condition + "}]\n" + row_end).value();
  return !map_claims(rows, claims).roles.empty();
}

std::string mapping_refusal(const std::string& text) {
  const auto read = parse_claim_mapping(text);
  return read ? "usable" : read.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(claim_mappings)

BOOST_AUTO_TEST_CASE(conditions_compare_claims) {
  const json claims{{"tenant", "t1"},
                    {"level", 7},
                    {"ratio", 1.5},
                    {"verified", true},
                    {"word", "true"},
                    {"groups", {"web", "shop", 12}},
                    {"scope", "openid metal:read"},
                    {"realm_access", {{"roles", {"admin"}}}},
                    {"https://a.test/roles", {"dotted"}}};
  const std::pair<const char*, bool> rows[] = {
      {"claim: tenant, equals: t1", true},
      {"claim: tenant, equals: t2", false},
      {"claim: tenant, contains: t1", false},  // no list
      {"claim: tenant, any_of: [t0, t1]", true},
      {"claim: tenant, any_of: [t0]", false},
      {"claim: level, equals: 7", true},
      {"claim: level, equals: 70", false},
      {"claim: ratio, equals: 1.5", false},
      {"claim: verified, equals: true", true},
      {"claim: verified, equals: 'true'", false},
      {"claim: word, equals: true", false},
      {"claim: word, equals: 'true'", true},
      {"claim: groups, contains: shop", true},
      {"claim: groups, contains: 12", true},
      {"claim: groups, contains: sho", false},
      {"claim: groups, equals: shop", false},
      {"claim: groups, any_of: [ops, web]", true},
      {"claim: groups, any_of: [ops]", false},
      {"claim: scope, contains: 'metal:read'", true},
      {"claim: scope, contains: metal", false},
      {"claim: realm_access.roles, contains: admin", true},
      {"claim: realm_access.other, contains: admin", false},
      {"claim: tenant.roles, contains: admin", false},
      {"claim: groups.web, equals: web", false},
      {"claim: ['https://a.test/roles'], contains: dotted", true},
      {"claim: 'https://a.test/roles', contains: dotted", false},
      {"claim: missing, equals: x", false},
  };
  for (const auto& [condition, expected] : rows)
    BOOST_TEST(fits(condition, claims) == expected, condition);
}

BOOST_AUTO_TEST_CASE(the_first_row_that_fits_decides) {
  const auto rows = parse_claim_mapping(
                        "- when: [{claim: a, equals: x}, {claim: b, equals: y}]\n"
                        "  roles: [admin]\n"
                        "  system: true\n"
                        "- when: [{claim: a, equals: x}]\n"
                        "  roles: [Member, watcher]\n"
                        "  project: p1\n"
                        "  project_name: web\n"
                        "- when: [{claim: b, equals: y}]\n"
                        "  roles: [reader]\n"
                        "  project_claim: tenant.id\n")
                        .value();
  const auto both = map_claims(rows, {{"a", "x"}, {"b", "y"}});
  BOOST_TEST(both.is_system);
  BOOST_TEST(both.roles == (std::vector<std::string>{"admin", "manager", "member", "reader"}));
  const auto one = map_claims(rows, {{"a", "x"}, {"b", "z"}});
  BOOST_TEST(!one.is_system);
  BOOST_TEST(one.roles == (std::vector<std::string>{"member", "watcher", "reader"}));
  BOOST_TEST(one.project_id == "p1");
  BOOST_TEST(one.project_name == "web");
  const auto claimed = map_claims(rows, {{"b", "y"}, {"tenant", {{"id", "p9"}}}});
  BOOST_TEST(claimed.project_id == "p9");
  BOOST_TEST((map_claims(rows, {{"c", "x"}}) == rights::identity{}));
}

BOOST_AUTO_TEST_CASE(without_the_claim_of_the_project_a_row_does_not_fit) {
  const auto rows = parse_claim_mapping(
                        "- when: [{claim: a, equals: x}]\n"
                        "  roles: [admin]\n"
                        "  project_claim: tenant\n"
                        "- when: [{claim: a, equals: x}]\n"
                        "  roles: [reader]\n"
                        "  project: common\n")
                        .value();
  for (const json& tenant :
       {json(), json(""), json(7), json::array({"p1"}), json(std::string(256, 'p'))}) {
    const auto who = map_claims(rows, {{"a", "x"}, {"tenant", tenant}});
    BOOST_TEST(who.project_id == "common");
    BOOST_TEST(who.roles == std::vector<std::string>{"reader"});
  }
}

BOOST_AUTO_TEST_CASE(errors_name_the_line_or_the_row) {
  const std::string condition = "a condition must be a map such as {claim: groups, contains: web}.";
  const std::string path =
      "'claim' must be a path of 1 to 8 names, such as realm_access.roles or "
      "[\"https://example.org/roles\"].";
  const std::string value = "'equals' must be a text of 1 to 255 bytes, true or false.";
  const std::string values = "'any_of' must be a list of 1 to 64 texts of 1 to 255 bytes.";
  const std::string one_scope =
      "needs exactly one of 'system: true', 'project' and 'project_claim'.";
  const std::string good = "- when: [{claim: a, equals: x}]\n";
  const std::pair<std::string, std::string> rows[] = {
      {"", "it is not a list of 1 to 256 rows."},
      {"a: 1", "it is not a list of 1 to 256 rows."},
      {"[]", "it is not a list of 1 to 256 rows."},
      {"[1]", "row 1: expected a map with 'when', 'roles' and a scope."},
      {good + row_end + "- x: 1",
       "row 2: 'x' is unknown; allowed: when, roles, system, project, project_claim, "
       "project_name."},
      {"- roles: [a]\n  system: true", "row 1: 'when' is missing."},
      {"- when: []\n" + row_end, "row 1: 'when' must be a list of 1 to 16 conditions."},
      {"- when: [x]\n" + row_end, "row 1: " + condition},
      {"- when: [{claim: a}]\n" + row_end, "row 1: " + condition},
      {"- when: [{equals: a}]\n" + row_end, "row 1: " + condition},
      {"- when: [{claim: a, like: x}]\n" + row_end,
       "row 1: 'like' is unknown in a condition; allowed: claim, equals, contains, any_of."},
      {"- when: [{claim: a, equals: x, contains: y}]\n" + row_end,
       "row 1: a condition has more than one comparison."},
      {"- when: [{claim: a..b, equals: x}]\n" + row_end, "row 1: " + path},
      {"- when: [{claim: a.b.c.d.e.f.g.h.i, equals: x}]\n" + row_end, "row 1: " + path},
      {"- when: [{claim: [a, 'b', ''], equals: x}]\n" + row_end, "row 1: " + path},
      {"- when: [{claim: a, equals: [x]}]\n" + row_end, "row 1: " + value},
      {"- when: [{claim: a, equals: ''}]\n" + row_end, "row 1: " + value},
      {"- when: [{claim: a, any_of: x}]\n" + row_end, "row 1: " + values},
      {"- when: [{claim: a, any_of: []}]\n" + row_end, "row 1: " + values},
      {good + "  system: true", "row 1: 'roles' is missing."},
      {good + "  roles: []\n  system: true",
       "row 1: 'roles' must be a list of 1 to 64 names, such as [admin], [member] or [reader]."},
      {good + "  roles: [a]", "row 1: " + one_scope},
      {good + "  roles: [a]\n  system: false", "row 1: " + one_scope},
      {good + row_end + "  project: p", "row 1: " + one_scope},
      {good + "  roles: [a]\n  project: p\n  project_claim: q", "row 1: " + one_scope},
      {good + "  roles: [a]\n  system: yes", "row 1: 'system' must be true or false."},
      {good + "  roles: [a]\n  project: ''", "row 1: 'project' must be a text of 1 to 255 bytes."},
      {good + "  when: x\n" + row_end, "line 2: 'when' occurs twice."},
  };
  for (const auto& [text, sentence] : rows) BOOST_TEST(mapping_refusal(text) == sentence);
  BOOST_TEST(mapping_refusal("- when: [{claim: a").starts_with("line "));
}

BOOST_AUTO_TEST_CASE(the_number_of_rows_is_bounded) {
  std::string text;
  for (int i = 0; i < 256; ++i) text += "- when: [{claim: a, equals: x}]\n" + row_end;
  BOOST_TEST(mapping_refusal(text) == "usable");
  text += "- when: [{claim: a, equals: x}]\n" + row_end;
  BOOST_TEST(mapping_refusal(text) == "it is not a list of 1 to 256 rows.");
}

BOOST_AUTO_TEST_CASE(a_missing_file_is_named) {
  BOOST_TEST(
      read_claim_mapping("/no/such").error().message.starts_with("'/no/such' cannot be read: "));
}

BOOST_AUTO_TEST_SUITE_END()
