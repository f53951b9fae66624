#pragma once

#include "messages/base/errors.hpp"
#include "ops/simulator/machine/machine_body.hpp"
#include "ops/simulator/vm/vm_command_line.hpp"

#include <string>

namespace ironbus::simulator {

/// Gets the firmware ready for a start: Debian's OVMF, and below `folder` the file of what it
/// remembers, one for each way to be set, made at the first start. `unavailable` if the package
/// ovmf is missing, or the folder does not take a file.
result<vm_flash> ready_flash(const std::string& folder, const start_order& order);

}  // namespace ironbus::simulator
