#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

// Power orders whose end is unknown. The record then has the state that the machine showed last, is
// marked as unconfirmed, and nothing acts on it by itself until the machine has shown its state.

/// Whether the step is an order to change the power state.
bool orders_power(const step& what);

/// The order in texts: "power off", or the step that changes the power among other things:
/// "firmware.update".
std::string name_of_order(const step& what);

/// An order whose end is unknown.
struct unseen_order {
  std::string order;                ///< name_of_order
  std::optional<power_state> seen;  ///< The last state that the machine showed, if any.
  std::string reason;               ///< The driver's words.
  std::string sender;               ///< As unconfirmed_power::sender.
};

/// Marks the power state as unconfirmed, and lets the power sync rest. Returns a sentence for the
/// error, after a space.
std::string doubt_power(decision& decision, unseen_order unseen);

/// The machine has shown the recorded state: clears the mark.
void confirm_power(decision& decision);

/// An outcome either shows the power state or leaves it unknown. In the latter case the sentence is
/// added to its reason, except for a power action, which has its own handler.
void learn_of_power(decision& decision, const step_in_flight& was, step_outcome& outcome);

/// The same for a step that ended without an outcome that tells its end: the sentence, or an empty
/// text if the step is no power order.
std::string doubt_if_power_order(decision& decision, const step& what, const std::string& reason);

}  // namespace ironbus
