#pragma once

#include "messages/base/errors.hpp"
#include "ops/simulator/machine/machine_backend.hpp"
#include "ops/simulator/vm/vm_command_line.hpp"

#include <string>

namespace ironbus::simulator {

/// Prepares the firmware for a start: Debian's OVMF, and a file with the variables in `folder`.
/// There is one such file for each kind of firmware settings, created at the first start. Fails
/// with `unavailable` if ovmf is not installed, or if the folder is not writable.
result<vm_flash> ready_flash(const std::string& folder, const start_request& order);

}  // namespace ironbus::simulator
