// A random rule on random documents: the engine and the documentation of rules, implemented
// literally, give the same result.
#include "actors/inspection/rules/apply.hpp"
#include "messages/model/node.hpp"
#include "tests/fuzz/draw.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/rule_reference.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace ironbus;

constexpr std::array paths{"/extra/a",      "extra.a.b",     "/extra/list/0", "/extra/list/-",
                           "/extra/list/9", "/extra/text/x", "extra/null/x",  "/extra/new/deep/er"};
constexpr std::array patterns{"a", "a.*", "[0-9]+", "yes|no", "", "5$", "^a", ".b."};
constexpr std::array networks{"192.0.2.0/26", "192.0.2.0/24", "2001:db8::/32", "0.0.0.0/0"};

const json& plain_values() {
  static const json out{nullptr,
                        true,
                        false,
                        0,
                        1,
                        5,
                        -3,
                        16384,
                        "0",
                        "1",
                        "5",
                        "-3",
                        "ab",
                        "",
                        "yes",
                        "No",
                        "True",
                        "192.0.2.9",
                        "2001:db8::1",
                        {1, "a"},
                        json::array(),
                        json::object(),
                        {{"k", 5}}};
  return out;
}

json drawn_value(draw& choices) {
  static constexpr std::array placeholders{
      "{inventory[a]}",   "{inventory[b]}",   "{inventory[list]}", "{inventory[list][1]}",
      "{plugin_data[x]}", "{node.extra[a]}",  "{inventory[nope]}", "{item}",
      "{item[k]}",        "{plugin_data.x.y}"};
  if (choices.byte() % 2 == 0) return choices.item(placeholders);
  return choices.item(plain_values());
}

json drawn_list(draw& choices) {
  auto out = json::array();
  for (auto left = choices.below(4); left > 0; --left) out.push_back(drawn_value(choices));
  return out;
}

void draw_loop(json& operation, draw& choices) {
  switch (choices.byte() % 5) {
    case 0: operation["loop"] = drawn_list(choices); return;
    case 1: operation["loop"] = "{inventory[list]}"; return;
    case 2: operation["loop"] = drawn_value(choices); return;
    default: return;
  }
}

json drawn_condition(draw& choices) {
  static constexpr std::array ops{"eq",       "lt",     "gt",      "is-empty", "is-none", "is-true",
                                  "is-false", "in-net", "matches", "contains", "one-of"};
  static constexpr std::array joins{"any", "all", "first", "last"};
  const std::string op = choices.item(ops);
  json out{{"op", (choices.byte() % 2 == 0 ? "" : "!") + op}, {"args", json::array()}};
  auto& args = out["args"];
  if (op == "eq" || op == "lt" || op == "gt") {
    args = {drawn_list(choices), choices.byte() % 4 == 0};
  } else {
    args.push_back(drawn_value(choices));
    if (op == "in-net") args.push_back(choices.item(networks));
    if (op == "matches" || op == "contains") args.push_back(choices.item(patterns));
    if (op == "one-of") args.push_back(drawn_list(choices));
  }
  draw_loop(out, choices);
  if (out.contains("loop")) out["multiple"] = choices.item(joins);
  return out;
}

json drawn_action(draw& choices) {
  static constexpr std::array ops{"set-attribute", "extend-attribute", "del-attribute",
                                  "set-plugin-data", "fail"};
  const std::string op = choices.item(ops);
  json out{{"op", op}, {"args", json::array()}};
  auto& args = out["args"];
  if (op == "fail") {
    args.push_back("no");
  } else {
    args.push_back(op == "set-plugin-data" ? "x.z" : choices.item(paths));
    if (op != "del-attribute") args.push_back(drawn_value(choices));
    if (op == "extend-attribute") args.push_back(choices.byte() % 2 == 0);
  }
  draw_loop(out, choices);
  return out;
}

json drawn_rule(draw& choices) {
  json out{{"uuid", "00000000-0000-0000-0000-000000000001"},
           {"conditions", json::array()},
           {"actions", json::array()}};
  for (auto left = choices.below(3); left > 0; --left)
    out["conditions"].push_back(drawn_condition(choices));
  for (auto left = 1 + choices.below(3); left > 0; --left)
    out["actions"].push_back(drawn_action(choices));
  return out;
}

json drawn_documents(draw& choices) {
  const auto& all = plain_values();
  return {{"node",
           {{"extra",
             {{"a", choices.item(all)}, {"list", {1, "a"}}, {"text", "t"}, {"null", nullptr}}}}},
          {"inventory",
           {{"a", choices.item(all)},
            {"b", choices.item(all)},
            {"list", {choices.item(all), choices.item(all), {{"k", 1}}}}}},
          {"plugin_data", {{"x", {{"y", choices.item(all)}}}}}};
}

/// Unset: the rule has failed.
std::optional<json> changed_by_the_engine(const inspection::rule_ptr& rule, const json& given) {
  inspection::documents docs;
  docs.node = node{};
  docs.node["extra"] = given["node"]["extra"];
  docs.inventory = given["inventory"];
  docs.plugin_data = given["plugin_data"];
  inspection::apply_options options;
  options.mask = inspection::mask_mode::never;
  const auto done = inspection::apply_rules(std::vector{rule}, std::move(docs), options);
  if (done.failed) return std::nullopt;
  return json{{"node", {{"extra", done.docs.node["extra"]}}},
              {"inventory", done.docs.inventory},
              {"plugin_data", done.docs.plugin_data}};
}

}  // namespace

static void feed_rule_differences(std::string_view input) {
  draw choices{input};
  const auto rule = drawn_rule(choices);
  const auto documents = drawn_documents(choices);
  const auto compiled = inspection::compile_rule(rule, inspection::rule_origin::user);
  if (!compiled) return;
  const auto found = changed_by_the_engine(*compiled, documents);
  const auto wanted = changed_by_the_page(rule, documents);
  if (found == wanted) return;
  std::fprintf(stderr, "rule:   %s\non:     %s\nengine: %s\npage:   %s\n", to_text(rule).c_str(),
               to_text(documents).c_str(), found ? to_text(*found).c_str() : "fails",
               wanted ? to_text(*wanted).c_str() : "fails");
  std::abort();
}

static const ironbus::fuzz_target rule_differences_target{"rule_differences",
                                                          feed_rule_differences};
