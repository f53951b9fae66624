#pragma once

#include "messages/model/driver_catalog.hpp"

#include <map>
#include <string>

namespace ironbus {

/// Which implementation a step of a node is for, by kind and name.
struct step_carrier {
  std::string kind;
  std::string name;  ///< Empty: the node has no interface of the kind.
  /// Only the node's agent knows the step: the deploy interface, which speaks to it, hands it on.
  bool agents_own = false;
};

/// Conductors send what that implementation needs, workers have it carry the step out. `interfaces`
/// are the node's, kind to name.
step_carrier find_carrier(const driver_catalog& drivers, const step& what,
                          const std::map<std::string, std::string>& interfaces);

}  // namespace ironbus
