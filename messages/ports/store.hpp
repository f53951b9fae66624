#pragma once

#include "messages/ports/aggregates.hpp"
#include "messages/ports/event_log.hpp"
#include "messages/ports/listings.hpp"
#include "messages/ports/membership.hpp"
#include "messages/ports/step_claims.hpp"
#include "messages/ports/store_health.hpp"

namespace ironbus {

/// All that is stored, for whoever opens a store or hands out its parts. Those who use one take the
/// part that they need.
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
