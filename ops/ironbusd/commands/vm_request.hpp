#pragma once

#include "messages/base/errors.hpp"
#include "ops/ironbusd/commands/command_line.hpp"
#include "ops/simulator/machine/timing.hpp"
#include "ops/simulator/vm/vm_options.hpp"

#include <optional>

namespace ironbus::daemon {

/// Unset: no virtual machines are asked for. `invalid`, with the option, its value and what is
/// allowed.
result<std::optional<simulator::vm_options>> read_vm_options(const vm_request& asked);

/// How long what a BMC does takes where a virtual machine takes its own time besides.
simulator::timing vm_timing();

}  // namespace ironbus::daemon
