#pragma once

#include "messages/rights/expression.hpp"
#include "messages/rights/identity.hpp"
#include "messages/rights/rule_table.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ironbus::rights {

/// The object that a request is about. A missing value is equal to nothing.
struct subject {
  std::optional<std::string> node_owner;
  std::optional<std::string> node_lessee;
  std::optional<std::string> allocation_owner;
  std::optional<std::string> runbook_owner;
  /// The creator of a token: its id, or its name if the way to sign in knows no ids.
  std::optional<std::string> token_user_id;
  std::optional<std::string> token_user_name;
};

/// Whether a rule allows a request.
enum class permission : uint8_t {
  denied,
  granted,
  depends,  ///< On the object, which was not given.
};

struct rule_options {
  /// The service role in the project of this name acts like a system member; unset: it does not
  /// (rbac_service_role_elevated_access, rbac_service_project_name).
  std::optional<std::string> service_project;
};

struct rule {
  expression tree;
  rule_scope scope = rule_scope::system_or_project;
};
using rule_map = std::map<std::string, rule, std::less<>>;

/// The rules of the installation: the table's, and the operator's overrides. Immutable.
class rule_set {
public:
  /// The table's rules.
  explicit rule_set(rule_options options = {});

  /// The table's rules with overrides: name of a rule → its new text. `invalid` if a text cannot be
  /// parsed or rules refer to themselves; the error names the rule.
  static result<rule_set> with(const std::map<std::string, std::string>& overrides,
                               rule_options options = {});

  /// Whether the rule exists. Rules of single steps exist only if the operator defines them.
  bool has(std::string_view name) const { return rules_.find(name) != rules_.end(); }

  /// A rule; null: it does not exist.
  const rule* find(std::string_view name) const;
  const rule_map& all() const { return rules_; }

  /// Evaluates a rule. An unknown rule denies. `object`: null if the object was not read yet; the
  /// answer may then be `depends`.
  permission check(std::string_view name, const identity& who, const subject* object) const;
  bool allows(std::string_view name, const identity& who, const subject& object = {}) const {
    return check(name, who, &object) == permission::granted;
  }

  /// Evaluates a part of a rule.
  permission check(const expression& part, const identity& who, const subject* object) const;

  /// Names that rules mention and no rule has; they deny.
  const std::vector<std::string>& unknown_names() const { return unknown_; }

private:
  struct question;

  permission evaluate(const expression& x, const question& asked) const;
  permission compare(const expression& x, const question& asked) const;
  rule_options options_;
  rule_map rules_;
  std::vector<std::string> unknown_;
};

}  // namespace ironbus::rights
