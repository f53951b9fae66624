#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// How to handle an outstanding request: a row for each kind.
struct in_flight_rules {
  /// The request, which is repeated after a takeover; unset: it is no longer needed.
  std::optional<step> (*requested)(const node_snapshot& x);
  /// The drivers have answered; no request is outstanding any more.
  handler_result (*ended)(decision& d, const step_outcome& x, const step_in_flight& was);
  /// The request has timed out and is no longer outstanding. `reason` is the first half of a
  /// sentence.
  handler_result (*silent)(decision& d, const std::string& reason, const step_in_flight& was);
};

const in_flight_rules& rules_of(const step_in_flight& x);

/// Whether the outstanding request stops the running ramdisk.
bool is_ending_ramdisk(const node_snapshot& x);

/// Repeats the outstanding request, if there is one.
void repeat_request(decision& decision);

}  // namespace ironbus
