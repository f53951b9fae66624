#pragma once

#include "messages/ports/aggregates.hpp"
#include "messages/ports/event_log.hpp"
#include "messages/ports/listings.hpp"
#include "messages/ports/membership.hpp"
#include "messages/ports/step_claims.hpp"
#include "messages/ports/store_health.hpp"

namespace ironbus {

/// The whole store, for the code that opens it or passes on its parts. Users of a store take only
/// the part they need.
class store : public aggregates,
              public listings,
              public membership,
              public step_claims,
              public event_log,
              public store_health {
public:
  template <class T>
  using callback = store_callback<T>;
};

}  // namespace ironbus
