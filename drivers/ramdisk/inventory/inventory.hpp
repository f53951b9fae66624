#pragma once

#include "drivers/ramdisk/inventory/disk.hpp"
#include "drivers/ramdisk/inventory/network.hpp"
#include "drivers/ramdisk/start/kernel_parameters.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace ironbus::ramdisk {

/// Folders of the kernel's hardware data; tests use their own.
struct hardware_roots {
  std::filesystem::path sysfs = "/sys";
  std::filesystem::path proc = "/proc";
  bool live = true;  // addresses, LLDP and the BMC can be queried
};

/// The inventory in ironic-python-agent's format: interfaces, cpu, disks, memory, bmc_address,
/// bmc_v6address, bmc_mac, system_vendor, boot, hostname.
nlohmann::json read_inventory(const hardware_roots& roots, const kernel_parameters& parameters);

nlohmann::json read_cpu(const hardware_roots& roots);
nlohmann::json read_memory(const hardware_roots& roots);
nlohmann::json read_system_vendor(const hardware_roots& roots);
nlohmann::json read_boot(const hardware_roots& roots, const kernel_parameters& parameters);

/// "uefi" or "bios".
std::string boot_mode(const hardware_roots& roots);

/// In the format of ironic-python-agent's collectors of these names: [{vendor_id, product_id,
/// class, revision, bus}], [{product, vendor, handle}], and {ram, cpus, nics} by NUMA node.
nlohmann::json read_pci_devices(const hardware_roots& roots);
nlohmann::json read_usb_devices(const hardware_roots& roots);
nlohmann::json read_numa_topology(const hardware_roots& roots);

}  // namespace ironbus::ramdisk
