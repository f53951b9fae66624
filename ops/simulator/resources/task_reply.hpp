#pragma once

#include "ops/simulator/redfish/call.hpp"

namespace ironbus::simulator {

json shown_task(const call& call, const machine_task& task);
/// The 202 response for a new task, in the form of the profile.
reply accepted(const call& call, machine_task& task);

}  // namespace ironbus::simulator
