#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Sends a step to the drivers; the node has then that in flight, until `out.until` where that is
/// set, else for as long as drivers may be silent.
void ask_driver(decision& decision, const step& what, step_in_flight out);

/// The workflow that drivers are told with a request; of a node without any, the first of all.
workflow current_workflow(const node_snapshot& x);

bool is_power_target(std::string_view name);

/// Changes the power to a target that there is, as soon as no step is out at the drivers.
void ask_for_power(decision& decision, std::string_view target, std::optional<uint32_t> timeout);

/// PUT …/states/power: checks, then runs the change as soon as no step is out at the drivers.
void set_power(decision& decision, const set_power_state& command);

/// A power action as a step for the drivers.
step power_step(const power_action& action);

/// What the drivers are told of a step: to a change of power that says nothing of its time, the one
/// that is configured.
step with_time_limit(step what, const conductor_options& options);

/// Whether it is one of the steps of a list that change the power (power_on, power_off, reboot).
bool is_power_step(std::string_view name);

/// What the driver is told; power steps of a list are calls of the power interface. A machine that
/// must not be powered off is rebooted instead, which ends its ramdisk as well.
step as_driver_step(const node& attributes, const step& step);

/// Whether a step ends the ramdisk that runs in the machine, and the agent with it.
bool stops_ramdisk(const step& x);

/// Boots the ramdisk before the workflow goes on, because its agent is lost: by calls of drivers
/// besides the plan, whose step in progress then runs once more.
void reboot_for_agent(decision& decision);

/// Starts the machine anew before the rest of the step in progress, in the same way; into the
/// ramdisk where the workflow takes it.
void reboot_for_rest(decision& decision);

/// Before the restart of the machine in progress is repeated: what it was to boot from once is set
/// again, in the same way.
void set_boot_device_again(decision& decision);
/// The same before a call that boots the ramdisk besides the plan, where it is the next one;
/// nothing where the workflow takes no ramdisk.
void set_boot_device_before_call(decision& decision);

/// Sends the power action that is due, if any.
void start_power_action(decision& decision);

handler_result power_action_ended(decision& decision, const step_outcome& outcome,
                                  const step_in_flight& was);
handler_result power_action_silent(decision& d, const std::string& reason,
                                   const step_in_flight& was);

}  // namespace ironbus
