#pragma once

#include <filesystem>

namespace ironbus::ramdisk {

/// Reads openstack/latest/network_data.json from a CD labelled config-2 and applies it: addresses
/// of network cards, bonds and VLANs. Writes a file /run/static.INTERFACE for each interface that
/// needs no DHCP. Logs whatever it leaves out or cannot apply. Returns the number of addresses.
int set_static_addresses(const std::filesystem::path& sysfs);

}  // namespace ironbus::ramdisk
