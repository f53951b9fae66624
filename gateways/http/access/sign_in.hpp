#pragma once

#include "gateways/http/access/authenticator.hpp"
#include "gateways/http/access/reread_file.hpp"
#include "gateways/http/access/sign_in_throttle.hpp"
#include "messages/rights/rule_set.hpp"

#include <memory>
#include <vector>

namespace ironbus::http {

/// The ways to sign in, in the order of api.auth_strategy, and the policy for those who did. With
/// no way, every client may do everything. Thread safe.
class sign_in {
public:
  using ways = std::vector<std::unique_ptr<authenticator>>;
  using rules_ptr = std::shared_ptr<const rights::rule_set>;

  /// `policy_file`: overrides of rules; empty: none.
  sign_in(ways ways, const std::string& policy_file, rights::rule_options options,
          throttle_options throttled = {});

  /// `invalid` names the option and what is wrong.
  result<std::monostate> start();
  void stop();
  /// Reads changed files. Call it several times a second, on one thread.
  void look();

  bool is_required() const { return !ways_.empty(); }
  /// The first way whose credentials the request carries; null: none.
  authenticator* way_for(const request& asked) const;
  /// One value of WWW-Authenticate for each way.
  std::vector<std::string> challenges() const;
  /// The way of a name; null: it is not among them.
  authenticator* way_named(std::string_view name) const;
  /// Counts failed sign-ins.
  sign_in_throttle& throttle() const { return throttle_; }
  /// "Authentication is required. Send …"
  std::string demand() const;
  /// The offers of the ways by their names, see authenticator::offer().
  json offers() const;
  /// Of all ways, see authenticator::page_origins().
  std::vector<std::string> page_origins() const;

  rules_ptr rules() const { return rules_.content(); }

private:
  const ways ways_;
  const bool has_policy_file_;
  reread_file<rights::rule_set> rules_;
  mutable sign_in_throttle throttle_;
};

}  // namespace ironbus::http
