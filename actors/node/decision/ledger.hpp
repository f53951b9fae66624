#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// The end of a step, with the members of ledger_entry.
struct entry_end {
  std::string_view status;
  std::string evidence;
  std::string worker{};
  json report{};
};

/// The members of events about a run: {"workflow", "operation_id", "interface", "step", "index",
/// "attempt"}.
json describe_run(const operation& op, const ledger_entry& entry);
/// And those about its machine: {"driver", "vendor", "model"}; the last two are null if unknown.
void add_machine(json& data, const node& machine);

/// Records the start of the running step, and emits an event for work steps.
void open_ledger_entry(decision& decision, operation& op, const step& step);

/// Records the end of the running step, and emits an event for work steps. Does nothing if the
/// entry is closed already.
void close_ledger_entry(decision& decision, operation& op, entry_end end);

/// A failed or interrupted step, for the log.
struct step_failure {
  step_id id;
  std::string step;  ///< INTERFACE.NAME.
  std::string reason;
  std::string worker{};  ///< Empty: no worker has ended it.
  bool interrupted = false;
};

/// Writes one log record after the commit.
void log_step_failure(decision& decision, step_failure step_failure);

}  // namespace ironbus
