#pragma once

#include <string>

namespace ironbus {

/// How machines are booted over the network. Names in comments are the options' names.
struct boot_options {
  /// What the ramdisk's kernel is told besides what the agent needs (kernel_append_params).
  std::string kernel_append_params = "nofb vga=normal";
  bool agent_debug = false;  ///< The agent logs all it does (agent_debug).
};

}  // namespace ironbus
