#pragma once

#include "messages/ports/listings.hpp"
#include "messages/ports/membership.hpp"
#include "messages/ports/step_claims.hpp"
#include "messages/ports/store_health.hpp"

#include <concepts>

namespace ironbus::http {

/// What a gateway needs of a store: it reads, and commits nothing.
struct store_parts {
  /// All of one store, or of a double with these parts.
  template <std::derived_from<listings> Store>
  store_parts(Store& all) : records{all}, processes{all}, claims{all}, state{all} {}  // NOLINT

  listings& records;
  membership& processes;
  step_claims& claims;
  store_health& state;
};

}  // namespace ironbus::http
