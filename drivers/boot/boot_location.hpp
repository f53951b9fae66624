#pragma once

#include "drivers/boot/dhcp_options.hpp"
#include "messages/base/errors.hpp"

#include <string>
#include <string_view>

// Identifies boot file locations. If a worker's host fails, the boot files in its folder are lost,
// unless other hosts share the folder. A path does not show whether they do.
namespace ironbus {

/// The name of the boot file location: of the boot folder, and of dnsmasq's folder if dnsmasq is
/// used ("5f0c…+71aa…"). Each folder stores its part in a hidden file, created by the first worker.
/// So workers that share a folder have the same name, and a recreated folder has a new one. Blocks.
/// `unavailable`: it cannot be written.
result<std::string> ensure_boot_location(const std::string& root, const dhcp_options& dhcp);

/// Whether two locations have the same boot folder, and the same dnsmasq folder.
bool same_folder(std::string_view x, std::string_view y);
bool same_dhcp(std::string_view x, std::string_view y);

}  // namespace ironbus
