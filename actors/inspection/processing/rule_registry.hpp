#pragma once

#include "actors/inspection/processing/policy.hpp"
#include "actors/inspection/rules/built_in.hpp"

#include <mutex>

namespace ironbus::inspection {

/// The rules in force in this process: built-in rules and those of users, each compiled once.
/// Readers get an immutable list. Thread safe.
class rule_registry {
public:
  explicit rule_registry(const std::vector<built_in_rule>& built_in);

  /// Null until the users' rules are loaded.
  rules_in_force now() const;

  /// Adds or replaces a stored rule. A rule that does not compile, which only an older release can
  /// have stored, is skipped; returns the failure.
  result<std::monostate> put(const json& attributes);
  void remove(const std::string& uuid);
  /// Replaces all rules of users; returns how many did not compile.
  size_t replace(const std::vector<json>& all);

private:
  struct kept {
    std::string created_at;  ///< Rules of equal priority run in the order of creation.
    std::string version;  ///< The version of its last change; an equal one is not compiled again.
    rule_ptr compiled;
  };

  result<kept> compile(const json& attributes) const;
  void publish();

  mutable std::mutex mutex_;
  std::vector<rule_ptr> built_in_;
  std::map<std::string, kept> by_users_;  ///< Key: UUID.
  rules_in_force now_;
};

}  // namespace ironbus::inspection
