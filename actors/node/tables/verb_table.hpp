#pragma once

#include "actors/node/tables/workflow_table.hpp"

namespace ironbus {

/// The effect of a verb on the interfaces that the node's instance uses instead of the node's own.
enum class instance_interfaces : uint8_t { forgotten, kept, chosen };

/// The effect of a verb, and the checks before it.
struct verb_rule {
  provision_event event;
  workflow begins;
  bool refused_in_maintenance = false;
  bool refused_if_protected = false;
  std::span<const std::string_view> validated{};  ///< Interface kinds that must be valid.
  /// Rejected for a retired node and, if so configured, in maintenance.
  bool makes_available = false;
  bool deploys = false;      ///< The node must have the required traits, and a plan must exist.
  bool needs_steps = false;  ///< The request must name steps.
  instance_interfaces interfaces = instance_interfaces::forgotten;
  /// Copies parts of the request to the node; null: none.
  void (*take)(node& x, json& request) = nullptr;
};

/// The rule of an operator's verb; null: it starts no workflow.
const verb_rule* find_rule(provision_event x);

}  // namespace ironbus
