#pragma once

#include "actors/inspection/rules/node_view.hpp"
#include "actors/inspection/rules/rule.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ironbus::inspection {

/// Which rules can read secrets.
enum class mask_mode : uint8_t {
  always,     ///< No rule; the default.
  sensitive,  ///< Rules marked as sensitive.
  never,      ///< All rules.
};

struct apply_options {
  mask_mode mask = mask_mode::always;
  bool explain = false;  ///< Fill the trace, for a dry run.
  rule_limits limits;
  api_policy calls;
};

/// One turn of a condition's loop.
struct condition_turn {
  bool held = false;  ///< After inversion.
  json saw;           ///< The evaluated arguments.
};

struct condition_trace {
  std::string op;  ///< As in the rule, "!eq".
  bool held = false;
  std::vector<condition_turn> turns;  ///< One turn, or those of its loop that were evaluated.
};

struct action_trace {
  std::string op;
  std::vector<change> changes;
};

/// What a rule did. A sensitive rule shows only whether it applied and whether it failed.
struct rule_trace {
  std::string uuid;
  bool sensitive = false;
  bool applied = false;                     ///< Its conditions held.
  std::vector<condition_trace> conditions;  ///< Up to the first that did not hold.
  std::vector<action_trace> actions;
  std::optional<std::string> error;
};

/// The result of all rules.
struct outcome {
  documents docs;  ///< The documents after the rules, even if one failed.
  std::vector<log_line> logs;
  std::vector<rule_trace> trace;
  /// Why the inspection fails; without details for a sensitive rule.
  std::optional<failure> failed;
  /// Set if the run waits for an api-call. Make the call, add its answer to `calls.answers`, and
  /// apply the rules to the same documents again: equal input gives the same run.
  std::optional<api_request> wanted;
  size_t calls_answered = 0;  ///< How many of `calls.answers` were used.
};

/// Applies rules in order: each rule's conditions, then its actions, so that a rule sees the
/// changes of earlier ones. The first failure ends the run. Pure, without I/O; a dry run calls the
/// same function.
outcome apply_rules(std::span<const rule_ptr> rules, documents docs, const apply_options& options);

}  // namespace ironbus::inspection
