// Placeholders are evaluated in every argument; values that depend on them are checked when known.
#include "tests/unit/actors/inspection/rule_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::inspection;
using namespace ironbus::test;

namespace {

bool has_part(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

outcome result_of(const std::string& action) {
  auto docs = sample_documents();
  docs.plugin_data["wanted"] = json::parse(R"({"path": "/extra/made", "key": "made", "bad": "uuid",
      "mac": "52:54:00:00:00:02", "trait": "CUSTOM_NEW", "gone": "CUSTOM_OLD", "no_trait": "new one",
      "name": "boot_mode", "no_name": "a:b", "level": "warning", "once": true})");
  return apply_to(docs, {numbered_rule(1, "[]", "[" + action + "]")});
}

std::string failure_after(const std::string& action) {
  const auto done = result_of(action);
  return done.failed ? done.failed->message : "";
}

std::string failure_of_condition(const std::string& condition) {
  const auto done =
      apply({numbered_rule(1, "[" + condition + "]", R"([{"op": "log", "args": ["x"]}])")});
  return done.failed ? done.failed->message : "";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(arguments_of_rules)

BOOST_AUTO_TEST_CASE(every_argument_of_an_action_is_interpolated) {
  const auto set =
      result_of(R"({"op": "set-attribute", "args": ["{plugin_data[wanted][path]}", 1]})");
  BOOST_TEST(set.docs.node["extra"]["made"] == 1);
  const auto put = result_of(
      R"({"op": "set-port-attribute", "args": ["{plugin_data[wanted][mac]}",
          "/extra/{plugin_data[wanted][key]}", 2]})");
  BOOST_TEST(put.docs.ports[1]["extra"]["made"] == 2);
  const auto added = result_of(R"({"op": "add-trait", "args": ["{plugin_data[wanted][trait]}"]})");
  BOOST_TEST(added.docs.traits.size() == 2U);
  const auto removed =
      result_of(R"({"op": "remove-trait", "args": ["{plugin_data[wanted][gone]}"]})");
  BOOST_TEST(removed.docs.traits.empty());
  const auto able =
      result_of(R"({"op": "set-capability", "args": ["{plugin_data[wanted][name]}", "bios"]})");
  BOOST_TEST(able.docs.node["properties"]["capabilities"] == "boot_mode:bios");
  const auto data =
      result_of(R"({"op": "set-plugin-data", "args": ["{plugin_data[wanted][key]}.x", 3]})");
  BOOST_TEST(data.docs.plugin_data["made"]["x"] == 3);
  const auto outcome = result_of(R"({"op": "log", "args": ["x", "{plugin_data[wanted][level]}"]})");
  BOOST_TEST(outcome.logs.at(0).level == "warning");
  const auto once = result_of(R"({"op": "extend-attribute",
      "args": ["/extra/list", "a", "{plugin_data[wanted][once]}"]})");
  BOOST_TEST(once.docs.node["extra"]["list"] == json::array({"a"}));
}

BOOST_AUTO_TEST_CASE(every_argument_of_a_condition_is_interpolated) {
  for (const auto* condition :
       {R"({"op": "matches", "args": ["node-7", "{node.name}"]})",
        R"({"op": "contains", "args": ["a node-7 b", "{node.name} [a-z]"]})",
        R"({"op": "in-net", "args": ["192.0.2.77", "{inventory[bmc_address]}/24"]})",
        R"({"op": "one-of", "args": ["node-7", ["node-1", "{node.name}"]]})",
        R"({"op": "one-of", "args": [2000, ["{inventory[disks][1][size]}"]]})",
        R"({"op": "one-of", "args": ["a", "{node.extra[list]}"]})",
        R"({"op": "eq", "args": {"values": ["8192", 8192],
            "force_strings": "{node.auto_discovered}"}})"})
    BOOST_TEST(holds_for_sample(condition), condition);
}

BOOST_AUTO_TEST_CASE(a_wrong_value_fails_with_rule_action_and_value) {
  const std::string rule = "Inspection rule 00000000-0000-0000-0000-000000000001 failed: ";
  BOOST_TEST(
      failure_after(R"({"op": "set-attribute", "args": ["/{plugin_data[wanted][bad]}", 1]})") ==
      rule +
          "set-attribute: argument 'path' is \"/uuid\": a rule can not write the "
          "field 'uuid' of a node");
  BOOST_TEST(
      has_part(failure_after(R"({"op": "add-trait", "args": ["{plugin_data[wanted][no_trait]}"]})"),
               rule + "add-trait: argument 'name' must be a standard trait"));
  BOOST_TEST(
      has_part(failure_after(R"({"op": "add-trait", "args": ["{plugin_data[wanted][no_trait]}"]})"),
               "not \"new one\""));
  BOOST_TEST(has_part(
      failure_after(R"({"op": "set-capability", "args": ["{plugin_data[wanted][no_name]}", 1]})"),
      "set-capability: argument 'name' must be"));
  BOOST_TEST(has_part(failure_after(R"({"op": "del-port-attribute",
                      "args": ["{plugin_data[wanted][key]}", "extra/x"]})"),
                      "del-port-attribute: the node has no port of UUID or MAC address 'made'"));
  BOOST_TEST(
      has_part(failure_after(R"({"op": "log", "args": ["x", "{plugin_data[wanted][key]}"]})"),
               "log: argument 'level' must be debug"));
  BOOST_TEST(
      has_part(failure_of_condition(R"({"op": "in-net", "args": ["10.0.0.1", "{node.name}/8"]})"),
               rule + "in-net: argument 'subnet' must be an IP network such as 192.0.2.0/24, "
                      "not \"node-7/8\""));
  BOOST_TEST(has_part(failure_of_condition(R"({"op": "one-of", "args": ["a", "{node.name}"]})"),
                      "one-of: argument 'values' must be a list, not \"node-7\""));
}

BOOST_AUTO_TEST_CASE(known_values_are_checked_when_stored) {
  for (const auto* action : {R"({"op": "set-attribute", "args": [["{node.name}"], 1]})",
                             R"({"op": "add-trait", "args": [{"a": "{node.name}"}]})",
                             R"({"op": "set-attribute", "args": ["/uuid", "{node.name}"]})"})
    BOOST_TEST(refusal_of_action(action) != "", action);
  for (const auto* path : {"{inventory[x]}", "/{inventory[x]}/y", "{x}", "/extra/{y}", "/extra/{"})
    BOOST_TEST(refusal_of_action(json{{"op", "set-attribute"}, {"args", {path, 1}}}.dump()) == "",
               path);
}

BOOST_AUTO_TEST_CASE(a_path_from_data_cannot_leave_the_writable_fields) {
  auto docs = sample_documents();
  docs.inventory["deep"] = "a/b";
  docs.inventory["long"] = std::string(2000, 'a');
  docs.inventory["line"] = "a\nb";
  const auto set = [&](const std::string& path) {
    return apply_to(
        docs, {numbered_rule(
                  1, "[]", json::array({{{"op", "set-attribute"}, {"args", {path, 1}}}}).dump())});
  };
  BOOST_TEST(set("/extra/{inventory[deep]}").docs.node["extra"]["a"]["b"] == 1);
  BOOST_TEST(has_part(set("/extra/{inventory[long]}").failed->message, "at most 1024 bytes"));
  BOOST_TEST(set("/extra/{inventory[long]}").failed->message.size() < 400U);
  BOOST_TEST(has_part(set("/extra/{inventory[line]}").failed->message, "control characters"));
}

BOOST_AUTO_TEST_CASE(braces_of_a_regular_expression_are_its_own) {
  BOOST_TEST(holds_for_sample(R"({"op": "matches", "args": ["aaa", "a{3}"]})"));
  BOOST_TEST(holds_for_sample(R"({"op": "matches", "args": ["aaa", "a{{3}}"]})"));
  BOOST_TEST(holds_for_sample(R"({"op": "matches", "args": ["a{", "a[{]"]})"));
  BOOST_TEST(holds_for_sample(R"({"op": "matches", "args": ["node-777", "{node.name}7{{2}}"]})"));
  const auto why =
      refusal_of_condition(R"({"op": "matches", "args": ["node-777", "{node.name}7{2}"]})");
  BOOST_TEST(
      has_part(why, "conditions/0: argument 'regex' has placeholders; write all other braces"));
  const auto done = apply({numbered_rule(1, R"([{"op": "matches", "args": ["aaa", "a{3}"]}])",
                                         R"([{"op": "set-attribute", "args": ["extra/x", 1]}])")});
  BOOST_TEST(done.logs.empty());
}

BOOST_AUTO_TEST_CASE(a_malformed_placeholder_is_rejected_with_its_position) {
  BOOST_TEST(
      refusal_of_condition(R"({"op": "!is-empty", "args": ["{plugin_data[bmc_address}"]})") ==
      "conditions/0: argument 'value' has a malformed placeholder at character 1, "
      "\"{plugin_data[bmc_address}\": a ] is missing at character 25; write literal braces as {{ "
      "and }}.");
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"x {inventory[cpu", "at character 3, "},
      {"{node.name} {", "a } is missing at character 14"},
      {"} {node.name}", "the opening { is missing at character 1"},
      {"{{node.name}", "at character 12"},
      {"{inventory[]}", "a key is missing at character 12"},
      {"{inventory.}", "a key is missing at character 12"},
      {"{inventory[cpu]x}", "must follow at character 16"},
      {"{inventory[cpu]!z}", "r, s or a must follow ! at character 16"},
      {"{item[x]:{node.name}}", "a { is not allowed here at character 10"},
  };
  for (const auto& [text, why] : wrong) {
    const auto outcome = refusal_of_action(json{{"op", "log"}, {"args", {text}}}.dump());
    BOOST_TEST(has_part(outcome, "actions/0: argument 'msg' has a malformed placeholder"), outcome);
    BOOST_TEST(has_part(outcome, why), outcome);
  }
  for (const auto* part : {R"({"op": "set-attribute", "args": ["/extra/x", {"a": ["{item[x}"]}]})",
                           R"({"op": "set-attribute", "args": ["/extra/x", {"{item[x}": 1}]})",
                           R"({"op": "log", "args": ["x"], "loop": "{inventory[disks}"})"})
    BOOST_TEST(has_part(refusal_of_action(part), "a ] is missing"), part);
}

BOOST_AUTO_TEST_CASE(braces_without_a_document_are_literal) {
  for (const auto* text : {"{", "}", "{}", "{0}", "{nobody}", "{nodes[x}", "{\"item\": 1}", "a{,"})
    BOOST_TEST(node_after(json{{"op", "set-attribute"}, {"args", {"/extra/v", text}}}
                              .dump())["extra"]["v"] == text);
}

BOOST_AUTO_TEST_SUITE_END()
