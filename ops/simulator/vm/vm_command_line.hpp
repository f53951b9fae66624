#pragma once

#include "ops/simulator/machine/machine_body.hpp"
#include "ops/simulator/vm/vm_description.hpp"

#include <string>
#include <vector>

namespace ironbus::simulator {

/// The firmware of one start: code, and the file that holds what it remembers. Both empty: BIOS,
/// which QEMU brings along and which remembers nothing.
struct vm_flash {
  std::string code = {};
  std::string variables = {};
  bool locked = false;  ///< Only its system management mode may write; Secure Boot needs that.
};

/// Files of the program, by their numbers there.
struct vm_files {
  int monitor = 3;
  int serial = 4;
  std::vector<int> taps = {};  ///< One for each card; empty: QEMU's own network.
};

/// QEMU's arguments. It is to be started paused, ends when its system ends or begins anew (so that
/// each start is a start of the program, by what is set then), and speaks QMP at `monitor`.
std::vector<std::string> vm_command_line(const vm_description& machine, const start_order& order,
                                         const vm_flash& flash, const vm_files& files);

/// As QEMU names an image that a BMC was told to insert: a BMC does not check whose certificate the
/// server of an image has.
std::string image_file_name(const std::string& url);

}  // namespace ironbus::simulator
