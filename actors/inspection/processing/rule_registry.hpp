#pragma once

#include "actors/inspection/processing/policy.hpp"
#include "actors/inspection/rules/built_in.hpp"

#include <mutex>

namespace ironbus::inspection {

/// The rules in force in this process: the built-in ones and those that users keep, each compiled
/// once. Readers get a list that does not change under them. Thread safe.
class rule_registry {
public:
  explicit rule_registry(const std::vector<built_in_rule>& built_in);

  /// Null as long as nobody has said which rules users keep.
  rules_in_force now() const;

  /// Takes a rule as it is stored, in place of an older one. One that cannot be compiled, which
  /// only an older release can have stored, is left out with the failure.
  result<std::monostate> put(const json& attributes);
  void remove(const std::string& uuid);
  /// Takes these for all that users keep; gives how many could not be compiled.
  size_t replace(const std::vector<json>& all);

private:
  struct kept {
    std::string created_at;  ///< Equal priorities run in the order of creation.
    std::string version;     ///< Of its last change: the same needs no compiling.
    rule_ptr compiled;
  };

  result<kept> compile(const json& attributes) const;
  void publish();

  mutable std::mutex mutex_;
  std::vector<rule_ptr> built_in_;
  std::map<std::string, kept> by_users_;  ///< By UUID.
  rules_in_force now_;
};

}  // namespace ironbus::inspection
