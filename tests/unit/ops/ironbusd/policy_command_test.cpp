#include "ops/ironbusd/commands/policy_command.hpp"

#include "gateways/http/access/access_files.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using daemon::explanation;
using daemon::rules_yaml;

namespace {

rights::identity member_of(const std::string& project) {
  rights::identity out;
  out.roles = {"member", "reader"};
  out.project_id = project;
  return out;
}

rights::subject node_of(const std::string& owner) {
  rights::subject out;
  out.node_owner = owner;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(policy_commands)

BOOST_AUTO_TEST_CASE(the_shown_rules_are_the_same_rules) {
  const auto texts = http::parse_rule_texts(rules_yaml(rights::rule_set{})).value();
  BOOST_TEST(texts.size() == rights::rule_table().size());
  const auto again = rights::rule_set::with(texts).value();
  BOOST_TEST(rules_yaml(again) == rules_yaml(rights::rule_set{}));
  const auto nested =
      rights::rule_set::with({{"a", "not (role:x or (role:y and role:z))"}}).value();
  BOOST_TEST(rules_yaml(nested).find("\"a\": \"not (role:x or (role:y and role:z))\"") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_explanation_shows_each_check) {
  const auto rules = rights::rule_set::with({{"mine", "rule:owner_member and not role:guest"}});
  BOOST_TEST(explanation(*rules, "mine", member_of("p"), node_of("p")) ==
             "mine: allowed\n"
             "  holds  rule:owner_member and not role:guest\n"
             "    holds  rule:owner_member\n"
             "      holds  role:member and project_id:%(node.owner)s\n"
             "        holds  role:member\n"
             "        holds  project_id:%(node.owner)s\n"
             "    holds  not role:guest\n"
             "      fails  role:guest\n");
  BOOST_TEST(
      explanation(*rules, "mine", member_of("q"), node_of("p")).starts_with("mine: denied\n"));
}

BOOST_AUTO_TEST_CASE(a_refused_scope_is_named) {
  BOOST_TEST(explanation(rights::rule_set{}, "baremetal:chassis:get", member_of("p"), {})
                 .starts_with("baremetal:chassis:get: denied\n"
                              "  the rule accepts the scope of the system only\n"));
}

BOOST_AUTO_TEST_SUITE_END()
