#pragma once

#include "messages/base/errors.hpp"
#include "ops/ironbusd/commands/command_line.hpp"
#include "ops/simulator/machine/timing.hpp"
#include "ops/simulator/vm/vm_options.hpp"

#include <optional>

namespace ironbus::daemon {

/// The options of virtual machines; unset: none are wanted. `invalid` with the option, its value
/// and the allowed values.
result<std::optional<simulator::vm_options>> read_vm_options(const vm_request& asked);

/// The delays of a BMC in front of a virtual machine, which has its own delays.
simulator::timing vm_timing();

}  // namespace ironbus::daemon
