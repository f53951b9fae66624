#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// How a step ended, as members of ledger_entry.
struct entry_end {
  std::string_view status;
  std::string evidence;
  std::string worker{};
  json report{};
};

/// What events say of a run: {"workflow", "operation_id", "interface", "step", "index", "attempt"}.
json describe_run(const operation& op, const ledger_entry& entry);
/// And of the machine that it runs on: {"driver", "vendor", "model"}; the last two are null where
/// the node does not say.
void add_machine(json& data, const node& machine);

/// Notes how the step in progress ended; tells it for work steps. A step whose entry is closed
/// already is left alone.
void close_ledger_entry(decision& decision, operation& op, entry_end end);

/// A step that did not end well, for the log.
struct step_failure {
  step_id id;
  std::string step;  ///< INTERFACE.NAME.
  std::string reason;
  std::string worker{};  ///< Empty: no worker has ended it.
  bool interrupted = false;
};

/// One record in the log of the service, once the decision holds.
void log_step_failure(decision& decision, step_failure step_failure);

}  // namespace ironbus
