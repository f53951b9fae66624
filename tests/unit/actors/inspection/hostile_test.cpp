// Malicious combinations of rules and inventories must end with a clear error, within limits of
// time and memory.
#include "tests/unit/actors/inspection/rule_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::inspection;
using namespace ironbus::test;

namespace {

std::string why_failed(const outcome& x) { return x.failed ? x.failed->message : ""; }

bool tells(const outcome& x, const std::string& part) {
  return why_failed(x).find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(data_that_doubles_itself_ends_in_an_error) {
  json actions = json::array();
  for (int i = 0; i < 60; ++i)
    actions.push_back(
        {{"op", "set-plugin-data"}, {"args", {"k" + std::to_string(i), "{plugin_data}"}}});
  const auto done = apply({numbered_rule(1, "[]", actions.dump())});
  BOOST_TEST((tells(done, "more data than is allowed") || tells(done, "nested deeper")),
             why_failed(done));
  BOOST_TEST(weight_of(done.docs.plugin_data) < 16U * 1024 * 1024);
}

BOOST_AUTO_TEST_CASE(data_that_nests_itself_ends_in_an_error) {
  json actions = json::array();
  for (int i = 0; i < 60; ++i)
    actions.push_back(
        {{"op", "set-attribute"}, {"args", {"extra", {{"in", {{"in", "{node.extra[in]}"}}}}}}});
  auto docs = sample_documents();
  docs.node["extra"] = {{"in", json::array()}};
  const auto done = apply_to(docs, {numbered_rule(1, "[]", actions.dump())});
  BOOST_TEST(tells(done, "nested deeper than 40 levels"), why_failed(done));
}

BOOST_AUTO_TEST_CASE(loops_are_limited) {
  auto docs = sample_documents();
  docs.inventory["many"] = json::array();
  for (int i = 0; i < 2000; ++i) docs.inventory["many"].push_back(i);
  json actions = json::array();
  for (int i = 0; i < 100; ++i)
    actions.push_back(
        {{"op", "set-plugin-data"}, {"args", {"x", "{item}"}}, {"loop", "{inventory[many]}"}});
  const auto done = apply_to(docs, {numbered_rule(1, "[]", actions.dump())});
  BOOST_TEST(tells(done, "more loop iterations"), why_failed(done));
}

BOOST_AUTO_TEST_CASE(a_text_of_many_inventories_ends_in_an_error) {
  auto docs = sample_documents();
  docs.inventory["big"] = std::string(1'000'000, 'x');
  std::string text;
  for (int i = 0; i < 200; ++i) text += "{inventory[big]}";
  const auto done = apply_to(
      docs, {numbered_rule(1, "[]", json::array({{{"op", "log"}, {"args", {text}}}}).dump())});
  BOOST_TEST(tells(done, "more data than is allowed"), why_failed(done));
}

BOOST_AUTO_TEST_CASE(values_over_the_limit_are_not_written) {
  auto docs = sample_documents();
  docs.inventory["big"] = std::string(5'000'000, 'x');
  const auto done = apply_to(
      docs, {numbered_rule(
                1, "[]", R"([{"op": "set-attribute", "args": ["extra/x", "{inventory[big]}"]}])")});
  BOOST_TEST(tells(done, "more data than is allowed"), why_failed(done));
  BOOST_TEST((done.docs == docs));
}

BOOST_AUTO_TEST_CASE(regular_expressions_from_a_machine_are_limited) {
  const auto matched = [](std::string regex, json turns) {
    auto docs = sample_documents();
    docs.inventory["regex"] = std::move(regex);
    docs.inventory["text"] = std::string(200'000, 'a');
    docs.inventory["turns"] = std::move(turns);
    return apply_to(docs, {numbered_rule(1, R"([{"op": "!contains", "loop": "{inventory[turns]}",
        "multiple": "all", "args": ["{inventory[text]}", "{inventory[regex]}"]}])",
                                         R"([{"op": "log", "args": ["x"]}])")});
  };
  BOOST_TEST(tells(matched(std::string(5000, 'a'), json::array({1})), "longer than 4096"));
  BOOST_TEST(tells(matched("(((.?){20}){20}){2}y", json::array({1})), "match more text"));
  BOOST_TEST(tells(matched("y+", json(1000, 1)), "match more text"));
  BOOST_TEST(why_failed(matched("y+", json(10, 1))) == "");
}

BOOST_AUTO_TEST_CASE(an_inventory_of_wrong_types_ends_in_an_error_or_no_match) {
  for (const auto* shape :
       {"null", "[]", "5", "\"text\"", "{\"interfaces\": 7}", "{\"interfaces\": {\"a\": null}}"}) {
    auto docs = sample_documents();
    docs.inventory = json::parse(shape);
    docs.plugin_data = json::parse(shape);
    const auto done =
        apply_to(docs, {numbered_rule(1, R"([
        {"op": "is-empty", "args": ["{inventory[interfaces][0][name]}"]},
        {"op": "!eq", "args": ["{plugin_data[a]}", "{node.auto_discovered}"]}])",
                                      R"([{"op": "set-plugin-data", "args": ["a.b", 1]}])")});
    BOOST_TEST((done.failed.has_value() || done.docs.plugin_data["a"]["b"] == 1), shape);
  }
}

BOOST_AUTO_TEST_CASE(malformed_rules_are_rejected) {
  for (const auto* part :
       {"null", "5", "[]", "{}", R"({"op": null, "args": {}})", R"({"op": "log"})",
        R"({"op": "log", "args": 5})", R"({"op": "log", "args": null})",
        R"({"op": ["log"], "args": {}})", R"({"op": "log", "args": {"msg": 1, "MSG": 2}})",
        R"({"op": "log", "args": ["x"], "loop": 5})",
        R"({"op": "log", "args": ["x"], "loop": null})",
        R"({"op": "log", "args": ["x"], "loop": true})", R"({"op": "!log", "args": ["x"]})"})
    BOOST_TEST(refusal_of_action(part) != "", part);
  for (const auto* part :
       {R"({"op": "eq", "args": [[1, 1], "x"]})", R"({"op": "eq", "args": [[1], true, 3]})",
        R"({"op": "one-of", "args": ["a", "abc"]})", R"({"op": "! ! eq", "args": [1]})",
        R"({"op": "eq", "args": [1], "multiple": null})"})
    BOOST_TEST(refusal_of_condition(part) != "", part);
}
