#pragma once

#include "messages/base/time.hpp"
#include "messages/model/driver_catalog.hpp"
#include "messages/ports/membership.hpp"
#include "ops/ironbusd/options/settings.hpp"

namespace ironbus::daemon {

/// Who this process is.
struct identity {
  std::string host;         ///< What clients see: the name as configured, else the machine's.
  std::string name;         ///< As configured, else HOSTNAME-ROLES.
  std::string incarnation;  ///< New at each start.
  timestamp since;
};

identity make_identity(const settings& settings);

/// What the store is told about this process (process_description).
member describe(const identity& who, const settings& settings, const driver_catalog& drivers);

}  // namespace ironbus::daemon
