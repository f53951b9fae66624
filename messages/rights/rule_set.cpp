#include "messages/rights/rule_set.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace ironbus::rights {

namespace {

constexpr std::string_view service_project_key = "config.service_project_name";

/// A value of the object: known and set, known and unset, or not read yet.
struct subject_value {
  bool is_known = true;
  std::optional<std::string_view> text;
};

struct subject_key {
  std::string_view key;
  std::optional<std::string> subject::*value;
};

constexpr std::array<subject_key, 6> subject_keys{{
    {"node.owner", &subject::node_owner},
    {"node.lessee", &subject::node_lessee},
    {"allocation.owner", &subject::allocation_owner},
    {"runbook.owner", &subject::runbook_owner},
    {"token.user_id", &subject::token_user_id},
    {"token.user_name", &subject::token_user_name},
}};

permission to_permission(bool yes) { return yes ? permission::granted : permission::denied; }

permission opposite(permission x) {
  if (x == permission::depends) return x;
  return to_permission(x == permission::denied);
}

/// A domain is accepted by no rule, a project only by rules without the scope `system`.
bool is_accepted(const identity& who, rule_scope scope) {
  if (who.is_system) return true;
  return scope == rule_scope::system_or_project && who.domain_id.empty();
}

/// Follows the references between rules.
class reference_walk {
public:
  explicit reference_walk(const rule_map& rules) : rules_(rules) {}

  /// `invalid` if a rule refers to itself, also by way of others.
  result<std::monostate> check_all() {
    for (const auto& named : rules_)
      if (auto sound = enter(named); !sound) return sound;
    return {};
  }
  const std::set<std::string>& unknown() const { return unknown_; }

private:
  result<std::monostate> enter(const rule_map::value_type& named) {
    const auto& [name, rule] = named;
    if (sound_.count(name) > 0) return {};
    if (std::find(path_.begin(), path_.end(), name) != path_.end())
      return fail(error_code::invalid,
                  "Rule '" + name + "' refers to itself, by way of " + join(path_) + ".");
    path_.push_back(name);
    if (auto sound = visit(rule.tree); !sound) return sound;
    path_.pop_back();
    sound_.insert(name);
    return {};
  }

  result<std::monostate> visit(const expression& x) {
    for (const auto& part : x.parts)
      if (auto sound = visit(part); !sound) return sound;
    if (x.is != expression::kind::rule) return {};
    const auto named = rules_.find(x.right);
    if (named != rules_.end()) return enter(*named);
    unknown_.insert(x.right);
    return {};
  }

  const rule_map& rules_;
  std::set<std::string_view> sound_;
  std::set<std::string> unknown_;
  std::vector<std::string_view> path_;
};

}  // namespace

struct rule_set::question {
  const identity& who;
  const subject* object;
  const rule_options& options;

  subject_value value_of(std::string_view key) const {
    if (key == service_project_key) return {true, options.service_project};
    const auto* found = std::find_if(subject_keys.begin(), subject_keys.end(),
                                     [&](const auto& x) { return x.key == key; });
    if (found == subject_keys.end()) return {true, attribute_of(who, key)};
    if (object == nullptr) return {false, {}};
    return {true, object->*found->value};
  }
};

rule_set::rule_set(rule_options options) : options_(std::move(options)) {
  for (const auto& row : rule_table())
    rules_.emplace(row.name, rule{parse_expression(row.text).value(), row.scope});
}

result<rule_set> rule_set::with(const std::map<std::string, std::string>& overrides,
                                rule_options options) {
  rule_set out{std::move(options)};
  for (const auto& [name, text] : overrides) {
    auto tree = parse_expression(text);
    if (!tree) return fail(error_code::invalid, "Rule '" + name + "': " + tree.error().message);
    const auto old = out.rules_.find(name);
    const auto scope = old == out.rules_.end() ? rule_scope::system_or_project : old->second.scope;
    out.rules_.insert_or_assign(name, rule{std::move(*tree), scope});
  }
  reference_walk walk{out.rules_};
  if (auto sound = walk.check_all(); !sound) return tl::unexpected(sound.error());
  out.unknown_.assign(walk.unknown().begin(), walk.unknown().end());
  return out;
}

const rule* rule_set::find(std::string_view name) const {
  const auto found = rules_.find(name);
  return found == rules_.end() ? nullptr : &found->second;
}

permission rule_set::check(const expression& part, const identity& who,
                           const subject* object) const {
  return evaluate(part, {who, object, options_});
}

permission rule_set::check(std::string_view name, const identity& who,
                           const subject* object) const {
  const auto found = rules_.find(name);
  if (found == rules_.end() || !is_accepted(who, found->second.scope)) return permission::denied;
  return evaluate(found->second.tree, {who, object, options_});
}

permission rule_set::evaluate(const expression& rule, const question& asked) const {
  using kind = expression::kind;
  switch (rule.is) {
    case kind::always: return permission::granted;
    case kind::never: return permission::denied;
    case kind::role: return compare(rule, asked);
    case kind::equal: return compare(rule, asked);
    case kind::negation: return opposite(evaluate(rule.parts.front(), asked));
    case kind::rule: {
      const auto found = rules_.find(rule.right);
      return found == rules_.end() ? permission::denied : evaluate(found->second.tree, asked);
    }
    case kind::all:
    case kind::any: break;
  }
  // The value that decides at once: a part that is denied for `all`, one that is granted for `any`.
  const auto deciding = rule.is == kind::all ? permission::denied : permission::granted;
  auto out = opposite(deciding);
  for (const auto& part : rule.parts) {
    const auto one = evaluate(part, asked);
    if (one == deciding) return deciding;
    if (one == permission::depends) out = permission::depends;
  }
  return out;
}

permission rule_set::compare(const expression& check, const question& asked) const {
  subject_value right{true, std::string_view{check.right}};
  if (check.right_is_key) right = asked.value_of(check.right);
  if (check.is == expression::kind::role) {
    if (!right.is_known) return permission::depends;
    return to_permission(right.text && has_role(asked.who, *right.text));
  }
  const auto left = check.left_is_literal ? std::optional<std::string_view>{check.left}
                                          : attribute_of(asked.who, check.left);
  if (!left) return permission::denied;
  if (!right.is_known) return permission::depends;
  return to_permission(right.text && *left == *right.text);
}

}  // namespace ironbus::rights
