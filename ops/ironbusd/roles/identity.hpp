#pragma once

#include "messages/base/time.hpp"
#include "messages/model/driver_catalog.hpp"
#include "messages/ports/membership.hpp"
#include "ops/ironbusd/options/settings.hpp"

namespace ironbus::daemon {

/// The names of this process.
struct identity {
  std::string host;         ///< For clients: the configured name, else the host's.
  std::string name;         ///< The configured name, else HOSTNAME-ROLES.
  std::string incarnation;  ///< New at each start.
  timestamp since;
};

/// The name of this host; "localhost" if it has none.
std::string host_name();

identity make_identity(const settings& settings);

/// This process's entry in the store's member list (process_description).
member describe(const identity& who, const settings& settings, const driver_catalog& drivers);

}  // namespace ironbus::daemon
