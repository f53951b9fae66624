#pragma once

#include "actors/node/tables/workflow_table.hpp"

namespace ironbus {

/// What a verb does to the interfaces that the node's instance has in the place of the node's own.
enum class instance_interfaces : uint8_t { forgotten, kept, chosen };

/// What a verb begins, and what is checked before.
struct verb_rule {
  provision_event event;
  workflow begins;
  bool refused_in_maintenance = false;
  bool refused_if_protected = false;
  std::span<const std::string_view> validated{};  ///< Interface kinds that must be valid.
  bool makes_available = false;  ///< Refused to a retired node; in maintenance, if configured so.
  bool deploys = false;          ///< The node must have the traits, and the plan be possible.
  bool needs_steps = false;      ///< The request must name steps.
  instance_interfaces interfaces = instance_interfaces::forgotten;
  /// What of the request becomes the node's; null: nothing.
  void (*take)(node& x, json& request) = nullptr;
};

/// The rule of an operator's verb; null: it begins nothing.
const verb_rule* find_rule(provision_event x);

}  // namespace ironbus
