#include "messages/rights/rule_set.hpp"

#include <boost/test/unit_test.hpp>

#include <array>

using namespace ironbus;
using rights::identity;
using rights::permission;
using rights::rule_set;
using rights::subject;

namespace {

identity system_user(std::vector<std::string> roles) {
  identity out;
  out.roles = std::move(roles);
  out.is_system = true;
  return out;
}

identity user_of(const std::string& project, std::vector<std::string> roles) {
  identity out;
  out.roles = std::move(roles);
  out.project_id = project;
  return out;
}

subject leased_node() {
  subject out;
  out.node_owner = "owner";
  out.node_lessee = "lessee";
  return out;
}

rule_set with(const std::map<std::string, std::string>& overrides) {
  return rule_set::with(overrides).value();
}

std::string refusal(const std::map<std::string, std::string>& overrides) {
  return rule_set::with(overrides).error().message;
}

constexpr auto get = "baremetal:node:get";

}  // namespace

BOOST_AUTO_TEST_SUITE(rule_sets)

BOOST_AUTO_TEST_CASE(each_rule_of_the_table_can_be_parsed_and_refers_to_existing_rules) {
  BOOST_TEST(with({}).unknown_names().empty());
  for (const auto& row : rights::rule_table()) BOOST_TEST(with({}).has(row.name), row.name);
}

BOOST_AUTO_TEST_CASE(without_the_object_the_answer_may_depend_on_it) {
  const rule_set rules;
  BOOST_CHECK(rules.check(get, system_user({"reader"}), nullptr) == permission::granted);
  BOOST_CHECK(rules.check(get, user_of("owner", {"reader"}), nullptr) == permission::depends);
  BOOST_CHECK(rules.check(get, user_of("owner", {}), nullptr) == permission::denied);
  BOOST_CHECK(rules.check("baremetal:node:create", user_of("owner", {"reader"}), nullptr) ==
              permission::denied);
  const auto negated = with({{get, "not 'web':%(node.owner)s"}});
  BOOST_CHECK(negated.check(get, system_user({}), nullptr) == permission::depends);
}

BOOST_AUTO_TEST_CASE(a_missing_value_equals_nothing) {
  const rule_set rules;
  BOOST_TEST(!rules.allows(get, user_of("", {"reader"}), {}));
  BOOST_TEST(!rules.allows(get, user_of("owner", {"reader"}), {}));
  BOOST_TEST(rules.allows(get, user_of("lessee", {"reader"}), leased_node()));
}

BOOST_AUTO_TEST_CASE(a_domain_is_never_accepted) {
  auto who = user_of("owner", {"admin", "manager", "member", "reader"});
  who.domain_id = "default";
  BOOST_TEST(!rule_set{}.allows(get, who, leased_node()));
  BOOST_TEST(!rule_set{}.allows("baremetal:node:create:self_owned_node", who));
}

BOOST_AUTO_TEST_CASE(rules_of_the_system_accept_no_project) {
  const auto rules = with({{"baremetal:chassis:get", "role:reader"}});
  BOOST_TEST(!rules.allows("baremetal:chassis:get", user_of("owner", {"reader"})));
  BOOST_TEST(rules.allows("baremetal:chassis:get", system_user({"reader"})));
}

BOOST_AUTO_TEST_CASE(an_override_replaces_one_rule_and_what_refers_to_it) {
  const auto rules = with({{"service_role", "role:service"},
                           {"mine", "role:watcher"},
                           {"baremetal:node:list_all", "rule:mine"}});
  BOOST_TEST(rules.allows(get, user_of("any", {"service"}), leased_node()));
  BOOST_TEST(rules.allows("baremetal:node:list_all", user_of("any", {"watcher"})));
  BOOST_TEST(!rules.allows("baremetal:node:list_all", system_user({"reader"})));
}

BOOST_AUTO_TEST_CASE(the_service_role_is_elevated_in_its_project_only) {
  auto who = user_of("1", {"service"});
  who.project_name = "service";
  BOOST_TEST(!rule_set{}.allows("baremetal:node:update:owner", who, leased_node()));
  const rule_set elevated{rights::rule_options{"service"}};
  BOOST_TEST(elevated.allows("baremetal:node:update:owner", who, leased_node()));
  who.project_name = "other";
  BOOST_TEST(!elevated.allows("baremetal:node:update:owner", who, leased_node()));
}

BOOST_AUTO_TEST_CASE(unknown_rules_deny_and_are_named) {
  const auto rules = with({{get, "rule:lost or role:a"}});
  BOOST_TEST(rules.unknown_names() == std::vector<std::string>{"lost"});
  BOOST_TEST(rules.allows(get, system_user({"a"})));
  BOOST_TEST(!rules.allows(get, system_user({"reader"})));
  BOOST_TEST(!rules.allows("baremetal:no:such", system_user({"admin"})));
}

BOOST_AUTO_TEST_CASE(wrong_overrides_are_refused_by_name) {
  BOOST_TEST(refusal({{"x", "role:a or"}}) ==
             "Rule 'x': At position 10: expected a check, 'not' or '(', got the end.");
  BOOST_TEST(refusal({{"x", "rule:y"}, {"y", "not rule:x"}}) ==
             "Rule 'x' refers to itself, by way of x, y.");
  BOOST_TEST(refusal({{"system_admin", "rule:system_admin"}}).find("refers to itself") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_token_belongs_to_its_creator_by_id_or_by_name) {
  const rule_set rules;
  auto ann = user_of("p1", {"reader"});
  ann.user_name = "ann";
  subject by_name;
  by_name.token_user_name = "ann";
  subject by_id;
  by_id.token_user_id = "u1";
  for (const auto* rule : {"baremetal:token:get", "baremetal:token:delete"}) {
    BOOST_TEST(rules.allows(rule, ann, by_name));
    BOOST_TEST(!rules.allows(rule, ann, by_id));
    BOOST_TEST(!rules.allows(rule, ann));
    auto known = ann;
    known.user_id = "u1";
    BOOST_TEST(rules.allows(rule, known, by_id));
    BOOST_TEST(rules.allows(rule, system_user({"admin"}), by_id));
  }
}

BOOST_AUTO_TEST_SUITE_END()
