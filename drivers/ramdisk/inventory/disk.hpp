#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// Disk properties for the inventory and root device hints, read from sysfs only (there is no
/// udev).
struct disk {
  std::string name;  // "/dev/sda"
  std::string model;
  std::uint64_t size = 0;  // bytes
  bool rotational = false;
  bool read_only = false;
  std::optional<std::string> wwn;  // in udev's format: "0x5000c500a0b1c2d3", "eui.0025385b71b00c66"
  std::optional<std::string> wwn_with_extension;
  std::optional<std::string> wwn_vendor_extension;
  std::optional<std::string> serial;
  std::optional<std::string> vendor;
  std::optional<std::string> hctl;  // SCSI: host:channel:target:lun
  std::optional<std::string> by_path;
  std::optional<std::string> transport;  // sata, sas, nvme, usb
  std::uint64_t logical_sector = 512;
  std::uint64_t physical_sector = 512;

  [[nodiscard]] std::string kernel_name() const { return name.substr(name.rfind('/') + 1); }
  [[nodiscard]] bool is_nvme() const { return kernel_name().rfind("nvme", 0) == 0; }
};

/// Disks with a size, sorted by name. Excludes CD-ROM, floppy, loop and memory disks, and composed
/// devices.
std::vector<disk> list_disks(const std::filesystem::path& sysfs);
nlohmann::json document_of(const disk& x);

/// "/dev/sda" and 1: "/dev/sda1"; "/dev/nvme0n1" and 1: "/dev/nvme0n1p1".
std::string partition_name(const std::string& device, int partition_number);
/// Numbers of the partitions that the kernel knows.
std::vector<int> partition_numbers(const std::filesystem::path& sysfs, const std::string& device);

}  // namespace ironbus::ramdisk
