#include "actors/inspection/rules/built_in.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::inspection;

namespace {

std::string yaml_refusal(const std::string& text) {
  const auto read = read_built_in_rules(text);
  return read ? "" : read.error().message;
}

}  // namespace

BOOST_AUTO_TEST_CASE(built_in_rules_come_from_yaml_with_types) {
  const auto rules = read_built_in_rules(R"(
- description: Name the rack
  priority: -5
  sensitive: true
  phase: preprocess
  conditions:
    - op: "!is-empty"
      args: ["{inventory[bmc_address]}"]
    - {op: eq, args: {values: ["5", 5, 1.5, null, ~, false]}}
  actions:
    - op: set-attribute
      args: [/extra/rack, "{inventory[rack]}"]
- uuid: 6f7b3c1e-5f0a-4b7e-9a59-0d1f6a7c0b11
  actions: [{op: log, args: {msg: hello}}]
)");
  BOOST_REQUIRE_MESSAGE(rules, (rules ? "" : rules.error().message));
  BOOST_TEST(rules->size() == 2U);
  BOOST_TEST(rules->at(0).attributes["uuid"] == "00000000-0000-0000-0000-000000000000");
  BOOST_TEST(rules->at(0).attributes["conditions"][1]["args"]["values"] ==
             json::array({"5", 5, 1.5, nullptr, nullptr, false}));
  BOOST_TEST(rules->at(0).compiled->priority == -5);
  BOOST_TEST(rules->at(0).compiled->built_in);
  BOOST_TEST((rules->at(0).compiled->phase == rule_phase::preprocess));
  BOOST_TEST(rules->at(1).compiled->uuid == "6f7b3c1e-5f0a-4b7e-9a59-0d1f6a7c0b11");
  BOOST_TEST(read_built_in_rules("")->empty());
}

BOOST_AUTO_TEST_CASE(a_bad_file_is_rejected_with_its_position) {
  BOOST_TEST(yaml_refusal("- actions: [{op: nope, args: {}}]")
                 .starts_with("Built-in rule 1: actions/0: "));
  BOOST_TEST(yaml_refusal("a: [").starts_with("YAML, line 1: "));
  BOOST_TEST(yaml_refusal("x: 1") == "Built-in rules must be a list.");
  BOOST_TEST(yaml_refusal("- {a: 1, a: 2}").find("twice") != std::string::npos);
  BOOST_TEST(yaml_refusal("- {? [x] : 1}").find("not a scalar") != std::string::npos);
  const std::string one =
      "- {uuid: 6f7b3c1e-5f0a-4b7e-9a59-0d1f6a7c0b11, actions: [{op: log, args: [x]}]}\n";
  BOOST_TEST(yaml_refusal(one + one) == "Built-in rule 2: its UUID occurs twice.");
  BOOST_TEST(yaml_refusal("- " + std::string(60, '[') + std::string(60, ']')).find("deeply") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(multiplying_and_recursive_aliases_end) {
  std::string bomb = "- &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    const auto last = "*a" + std::to_string(i - 1);
    bomb += "- &a" + std::to_string(i) + " [" + last;
    for (int k = 0; k < 9; ++k) bomb += ", " + last;
    bomb += "]\n";
  }
  BOOST_TEST(yaml_refusal(bomb).find("too many values") != std::string::npos);
  BOOST_TEST(yaml_refusal("- &a [*a]").find("deeply") != std::string::npos);
}
