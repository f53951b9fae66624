#pragma once

#include "messages/model/driver_catalog.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// How machines are booted over the network. Names in comments are the options' names.
struct boot_options {
  /// Where boot files are written, and gateways read them from (http_root).
  std::string root = "/var/lib/ironbus/httpboot";
  /// What the ramdisk's kernel is told besides what the agent needs (kernel_append_params).
  std::string kernel_append_params = "nofb vga=normal";
  bool agent_debug = false;  ///< The agent logs all it does (agent_debug).
  /// Where machines reach this service, without a slash at the end; empty: nobody can tell.
  std::string service_url;
  ramdisk_images ramdisks;  ///< Of nodes that name none.
  image_rules images;       ///< Which files may be booted.
};

}  // namespace ironbus
