#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// What becomes of a request that is out at the drivers: a row for each thing that may be out.
struct in_flight_rules {
  /// What the drivers are asked for, and after a take-over once more; unset: nobody waits for it.
  std::optional<step> (*requested)(const node_snapshot& x);
  /// The drivers have answered; nothing is in flight any more.
  handler_result (*ended)(decision& d, const step_outcome& x, const step_in_flight& was);
  /// No driver has answered in time; nothing is in flight any more. `reason` is half a sentence.
  handler_result (*silent)(decision& d, const std::string& reason, const step_in_flight& was);
};

const in_flight_rules& rules_of(const step_in_flight& x);

/// Whether the drivers are about to end the ramdisk that runs in the machine.
bool is_ending_ramdisk(const node_snapshot& x);

/// Repeats the request for what is out at the drivers, if anything is.
void ask_again(decision& decision);

}  // namespace ironbus
