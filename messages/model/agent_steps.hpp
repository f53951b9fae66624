#pragma once

#include "messages/model/declared_steps.hpp"

#include <string_view>
#include <vector>

namespace ironbus {

/// A step that the agent in a machine offers, as it was last heard.
struct agent_step {
  std::string interface;  ///< Kind.
  step_declaration declared;
  bool reboot_requested = false;  ///< The machine must be rebooted after it.
};

/// Whether the node's machine is worked on through an agent.
bool has_agent(const driver_catalog& drivers, const node& x);

/// The key of driver_internal_info that holds the agent's steps of a phase
/// ("agent_cached_clean_steps"): {interface: [{interface, step, priority, abortable, argsinfo,
/// reboot_requested}]}. Empty for a phase without.
std::string_view agent_steps_key(uint32_t phase);

/// The steps that the agent offers for a phase and that the node can take: those of interfaces it
/// has, unless the interface has a step of that name itself. Empty for a node without an agent, or
/// one whose agent has not been asked yet.
std::vector<agent_step> agent_steps(const driver_catalog& drivers, const node& node,
                                    uint32_t phase);

/// Those of them that run by themselves: with a priority above 0, not sorted.
std::vector<step> automatic_agent_steps(const driver_catalog& drivers, const node& node,
                                        uint32_t phase, const priority_overrides& overrides = {});

}  // namespace ironbus
