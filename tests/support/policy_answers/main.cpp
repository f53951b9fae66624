// Answers questions about the policy, one JSON object a line on stdin, one answer a line on stdout,
// so that a test can compare them with another reader of the same language.
//   {"rules": {NAME: TEXT}}   Replaces the overrides. "good", or "wrong: <why>".
//   {"list": true}            All rules as {NAME: {"text": TEXT, "system_only": BOOL}}.
//   {"rule": NAME, "who": {…}, "object": {…}}   "granted" or "denied".
#include "messages/base/json.hpp"
#include "messages/rights/rule_set.hpp"

#include <iostream>

namespace {

using namespace ironbus;

rights::identity identity_in(const json& x) {
  rights::identity out;
  out.user_id = x.value("user_id", "");
  out.user_name = x.value("user_name", "");
  out.is_system = x.value("system_scope", "") == "all";
  out.project_id = x.value("project_id", "");
  for (const auto& role : x.value("roles", json::array())) out.roles.push_back(role);
  return out;
}

std::optional<std::string> text_in(const json& x, const char* key) {
  const auto found = x.find(key);
  return found == x.end() ? std::nullopt : std::optional{found->get<std::string>()};
}

rights::subject subject_in(const json& x) {
  return {text_in(x, "node.owner"),    text_in(x, "node.lessee"),   text_in(x, "allocation.owner"),
          text_in(x, "runbook.owner"), text_in(x, "token.user_id"), text_in(x, "token.user_name")};
}

json listed(const rights::rule_set& rules) {
  auto out = json::object();
  for (const auto& [name, rule] : rules.all())
    out[name] = {{"text", rights::text_of(rule.tree)},
                 {"system_only", rule.scope == rights::rule_scope::system}};
  return out;
}

std::string answer_to(const json& asked, rights::rule_set& rules) {
  if (asked.contains("list")) return listed(rules).dump();
  if (const auto texts = asked.find("rules"); texts != asked.end()) {
    auto made = rights::rule_set::with(texts->get<std::map<std::string, std::string>>());
    if (!made) return "wrong: " + made.error().message;
    rules = std::move(*made);
    return "good";
  }
  const bool granted = rules.allows(asked.at("rule").get<std::string>(),
                                    identity_in(asked.at("who")), subject_in(asked.at("object")));
  return granted ? "granted" : "denied";
}

}  // namespace

int main() {
  rights::rule_set rules;
  for (std::string line; std::getline(std::cin, line);)
    std::cout << answer_to(json::parse(line), rules) << std::endl;
}
