#pragma once

#include "messages/ports/event_log.hpp"
#include "messages/ports/listings.hpp"
#include "messages/ports/membership.hpp"
#include "messages/ports/step_claims.hpp"
#include "messages/ports/store_health.hpp"

#include <concepts>

namespace ironbus::http {

/// The parts of a store that a gateway uses. It reads and commits nothing.
struct store_parts {
  /// All parts from one store, or from a double with these parts.
  template <std::derived_from<listings> Store>
  store_parts(Store& all)  // NOLINT
      : records{all}, processes{all}, claims{all}, events{all}, state{all} {}

  listings& records;
  membership& processes;
  step_claims& claims;
  event_log& events;
  store_health& state;
};

}  // namespace ironbus::http
