#include "tests/simulation/run/rule_author.hpp"

#include "messages/base/uuid.hpp"

namespace ironbus::simulation {

namespace {

constexpr std::chrono::seconds writing_least{5};
constexpr std::chrono::seconds writing_most{30};
constexpr std::chrono::seconds in_force_least{10};
constexpr std::chrono::minutes in_force_most{8};
constexpr uint32_t priorities = 3;

}  // namespace

void rule_author::again() {
  pause(writing_least, writing_most, [this] { step(); });
}

void rule_author::step() {
  if (rule_.empty()) {
    finished_ = watched_.is_over();
    if (finished_) return;
    think_of_one();
  }
  if (!created_) return create();
  if (ending_ || watched_.is_over() || now() > kept_until_) return end();
  look();
}

void rule_author::think_of_one() {
  rule_ = derived_uuid("rule" + std::to_string(random().next()));
  const auto kind = std::to_string(random().below(node_kinds));
  content_ = {
      {"uuid", rule_},
      {"description", "for kind " + kind},
      {"priority", random().below(priorities)},
      {"conditions",
       {{{"op", "eq"}, {"args", {"{node.properties[" + std::string{node_kind} + "]}", kind}}}}},
      {"actions",
       {{{"op", "extend-attribute"}, {"args", {"/extra/" + std::string{rules_applied}, rule_}}}}}};
  created_ = ending_ = false;
  kept_until_ = now() + random().between(in_force_least, in_force_most);
}

void rule_author::create() {
  send("POST", "/v1/inspection_rules", content_, [this](const api_answer& answer) {
    // 409: an earlier request with a lost response has created it.
    created_ = answer.status == 201 || answer.status == 409;
    if (answer.status == 400) watched_.complain("the API rejected a rule: " + answer.body);
    again();
  });
}

void rule_author::look() {
  send("GET", "/v1/inspection_rules/" + rule_, nullptr, [this](const api_answer& answer) {
    if (answer.status == 404) {
      if (!watched_.may_be_forgotten())
        watched_.complain("inspection rule " + rule_ + " was created and no longer exists");
      rule_.clear();
    }
    again();
  });
}

void rule_author::end() {
  ending_ = true;
  send("DELETE", "/v1/inspection_rules/" + rule_, nullptr, [this](const api_answer& answer) {
    if (answer.status == 204 || answer.status == 404) rule_.clear();
    again();
  });
}

}  // namespace ironbus::simulation
