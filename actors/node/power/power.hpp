#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Sends a step to the drivers; it is then the node's outstanding request, until `out.until` if
/// set, otherwise for the normal time limit.
void ask_driver(decision& decision, const step& what, step_in_flight out);

/// The workflow in requests to drivers; for a node without one, the first of the enum.
workflow current_workflow(const node_snapshot& x);

bool is_power_target(std::string_view name);

/// The power state that a valid target leads to.
power_state state_after(std::string_view target);

/// Changes the power to a valid target as soon as no request is outstanding.
void ask_for_power(decision& decision, std::string_view target, std::optional<uint32_t> timeout);

/// PUT …/states/power: checks the request, and changes the power as soon as no request is
/// outstanding.
void set_power(decision& decision, const set_power_state& command);

/// A power action as a step for the drivers.
step power_step(const power_action& action);

/// Adds the configured time limit to a power change without its own.
step with_time_limit(step what, const conductor_options& options);

/// Whether it is a step of a list that changes the power (power_on, power_off, reboot).
bool is_power_step(std::string_view name);

/// The step in the form for drivers: power steps of a list become calls of the power interface. A
/// machine that must not be powered off is rebooted instead, which also stops its ramdisk.
step as_driver_step(const node& attributes, const step& step);

/// Whether a step stops the running ramdisk, and the agent with it.
bool stops_ramdisk(const step& x);

/// Boots the ramdisk before the workflow continues, because its agent is lost. Uses driver calls
/// outside the plan; then the current step runs again.
void reboot_for_agent(decision& decision);

/// Restarts the machine in the same way before the rest of the current step; into the ramdisk if
/// the workflow uses it.
void reboot_for_next_part(decision& decision);

/// Before the current restart of the machine is repeated: sets its one-time boot device again, in
/// the same way.
void set_boot_device_again(decision& decision);
/// The same before a call outside the plan that boots the ramdisk, if it is next; does nothing if
/// the workflow uses no ramdisk.
void set_boot_device_before_call(decision& decision);

/// Sends the next power action, if one is due.
void start_power_action(decision& decision);

handler_result power_action_ended(decision& decision, const step_outcome& outcome,
                                  const step_in_flight& was);
handler_result power_action_silent(decision& d, const std::string& reason,
                                   const step_in_flight& was);

}  // namespace ironbus
