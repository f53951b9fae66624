// Policy rules and the files of users' roles, which operators write.
#include "gateways/http/access/access_files.hpp"
#include "messages/rights/rule_set.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <cstdlib>

static void feed_rule(const std::string& text) {
  using namespace ironbus::rights;
  const auto tree = parse_expression(text);
  const auto rules = rule_set::with({{"test:fuzz", text}});
  if (!tree) {
    if (rules) std::abort();
    return;
  }
  const auto again = parse_expression(text_of(*tree));
  if (!again || text_of(*again) != text_of(*tree)) std::abort();
  if (!rules) return;  // It refers to itself.
  identity who;
  who.roles = {"admin"};
  who.project_id = "own";
  subject object;
  object.node_owner = "own";
  object.node_lessee = "other";
  const auto known = rules->check("test:fuzz", who, &object);
  const auto unread = rules->check("test:fuzz", who, nullptr);
  if (known == permission::depends || (unread != permission::depends && unread != known))
    std::abort();
}

static void feed_policy(std::string_view input) {
  const std::string text{input};
  feed_rule(text);
  ironbus::http::parse_rule_texts(text);
  if (const auto users = ironbus::http::parse_user_roles(text))
    for (const auto& [name, identified] : *users)
      if (identified.roles.empty() || identified.is_system == !identified.project_id.empty())
        std::abort();
}

static const ironbus::fuzz_target policy_target{"policy", feed_policy};
