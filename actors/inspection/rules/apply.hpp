#pragma once

#include "actors/inspection/rules/node_view.hpp"
#include "actors/inspection/rules/rule.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ironbus::inspection {

/// Which rules see secrets.
enum class mask_mode : uint8_t {
  always,     ///< None does; the default.
  sensitive,  ///< Those marked as sensitive.
  never,      ///< All do.
};

struct apply_options {
  mask_mode mask = mask_mode::always;
  bool explain = false;  ///< Fill the trace; a dry run does.
  rule_limits limits;
  api_policy calls;
};

/// One turn of a condition.
struct condition_turn {
  bool held = false;  ///< After inversion.
  json saw;           ///< The arguments as they came out.
};

struct condition_trace {
  std::string op;  ///< As in the rule, "!eq".
  bool held = false;
  std::vector<condition_turn> turns;  ///< One, or those of its loop that were taken.
};

struct action_trace {
  std::string op;
  std::vector<change> changes;
};

/// What a rule did. A sensitive one shows only whether it applied and whether it failed.
struct rule_trace {
  std::string uuid;
  bool sensitive = false;
  bool applied = false;                     ///< Its conditions held.
  std::vector<condition_trace> conditions;  ///< Up to the first that did not hold.
  std::vector<action_trace> actions;
  std::optional<std::string> error;
};

/// What became of it all.
struct outcome {
  documents docs;  ///< As the rules left them, also where one failed.
  std::vector<log_line> logs;
  std::vector<rule_trace> trace;
  /// Why the inspection fails; for a sensitive rule without any detail.
  std::optional<failure> failed;
  /// Set if the run waits for an api-call. Make it, add its answer to `calls.answers`, and apply
  /// the rules to the same documents again: the same inputs take the same way.
  std::optional<api_request> wanted;
  size_t calls_answered = 0;  ///< How many of `calls.answers` were used.
};

/// Applies rules, in their order, to the documents: each rule's conditions, then its actions, so
/// that a rule sees what those before it did. The first failure ends the run.
/// Pure: it does no I/O and depends on its arguments alone; so the dry run is this function, too.
outcome apply_rules(std::span<const rule_ptr> rules, documents docs, const apply_options& options);

}  // namespace ironbus::inspection
