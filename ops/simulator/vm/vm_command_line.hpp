#pragma once

#include "ops/simulator/machine/machine_backend.hpp"
#include "ops/simulator/vm/vm_description.hpp"

#include <string>
#include <vector>

namespace ironbus::simulator {

/// The firmware of one start: code, and the file with its variables. Both are empty for QEMU's
/// built-in BIOS, which stores nothing.
struct vm_flash {
  std::string code = {};
  std::string variables = {};
  bool locked = false;  ///< Only system management mode may write; required for Secure Boot.
};

/// Descriptors in the QEMU process.
struct vm_files {
  int monitor = 3;
  int serial = 4;
  std::vector<int> taps = {};  ///< One per network card; empty: QEMU's user network.
};

/// QEMU's arguments. QEMU starts paused, ends when its system shuts down or restarts, and offers
/// QMP at `monitor`.
std::vector<std::string> vm_command_line(const vm_description& machine, const start_request& order,
                                         const vm_flash& flash, const vm_files& files);

/// QEMU's name for an image URL. It disables verification of the server's certificate, like BMCs
/// do.
std::string image_file_name(const std::string& url);

}  // namespace ironbus::simulator
