#pragma once

#include "messages/model/driver_catalog.hpp"

#include <map>
#include <string>

namespace ironbus {

/// The implementation that runs a step of a node, by kind and name.
struct step_carrier {
  std::string kind;
  std::string name;  ///< Empty: the node has no interface of the kind.
  /// Only the agent knows the step: the deploy interface passes it to the agent.
  bool agents_own = false;
};

/// Finds the implementation: the conductor sends the data it needs, and the worker runs the step
/// with it. `interfaces` are the node's, kind to name.
step_carrier find_carrier(const driver_catalog& drivers, const step& what,
                          const std::map<std::string, std::string>& interfaces);

}  // namespace ironbus
