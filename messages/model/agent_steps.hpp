#pragma once

#include "messages/model/declared_steps.hpp"

#include <string_view>
#include <vector>

namespace ironbus {

/// A step that the agent of a machine offers, as last reported.
struct agent_step {
  std::string interface;  ///< The interface kind.
  step_declaration declared;
  bool reboot_requested = false;  ///< The machine must be rebooted after it.
};

/// Whether the node's machine is worked on through an agent.
bool has_agent(const driver_catalog& drivers, const node& x);

/// The key of driver_internal_info with the agent's steps of a phase ("agent_cached_clean_steps"):
/// {interface: [{interface, step, priority, abortable, argsinfo, reboot_requested}]}. Empty if the
/// phase has none.
std::string_view agent_steps_key(uint32_t phase);

/// The agent's steps of a phase that the node can run: those of interfaces it has, unless the
/// interface declares a step of that name. Empty if the node has no agent, or its agent has not
/// reported its steps yet.
std::vector<agent_step> agent_steps(const driver_catalog& drivers, const node& node,
                                    uint32_t phase);

/// The steps among them that run automatically, with a priority above 0; not sorted.
std::vector<step> automatic_agent_steps(const driver_catalog& drivers, const node& node,
                                        uint32_t phase, const priority_overrides& overrides = {});

}  // namespace ironbus
