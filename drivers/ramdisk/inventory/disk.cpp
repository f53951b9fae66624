#include "drivers/ramdisk/inventory/disk.hpp"

#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace ironbus::ramdisk {

namespace fs = std::filesystem;

namespace {

constexpr std::array unwanted{"loop", "ram", "zram", "sr", "fd", "dm-", "md", "nbd"};
constexpr std::size_t serial_head = 4;  // of SCSI's page 0x80

bool is_wanted(const std::string& name) {
  return std::none_of(unwanted.begin(), unwanted.end(),
                      [&name](const char* prefix) { return name.rfind(prefix, 0) == 0; });
}

std::uint64_t value_in(const fs::path& path, std::uint64_t otherwise) {
  return number(read_value(path).value_or("")).value_or(otherwise);
}

/// The part of a device's path below /sys/devices with that prefix, as "ata1"; empty: none.
std::string part_of(const fs::path& device, const std::string& prefix) {
  for (const auto& part : device) {
    auto text = part.string();
    if (text.size() > prefix.size() && text.rfind(prefix, 0) == 0 &&
        std::isdigit(static_cast<unsigned char>(text[prefix.size()])) != 0)
      return text;
  }
  return {};
}

/// The last PCI address in its path, as "0000:00:1f.2".
std::string pci_of(const fs::path& device) {
  std::string out;
  for (const auto& part : device) {
    const auto text = part.string();
    if (text.size() == 12 && text[4] == ':' && text[7] == ':' && text[10] == '.') out = text;
  }
  return out;
}

std::optional<std::string> serial_of(const fs::path& folder) {
  if (auto plain = read_value(folder / "serial")) return plain;  // virtio
  if (auto nvme = read_value(folder / "device" / "serial")) return nvme;
  const auto page = read_file(folder / "device" / "vpd_pg80", 256);  // SCSI and ATA
  if (!page || page->size() <= serial_head) return std::nullopt;
  auto out = trimmed(page->substr(serial_head));
  if (out.empty()) return std::nullopt;
  return out;
}

/// Converts "naa.5000c500a0b1c2d3" to udev's format, with the vendor extension after its first 8
/// bytes. Other formats stay unchanged.
void read_wwn(const fs::path& folder, disk& out) {
  auto text = read_value(folder / "wwid");
  if (!text) text = read_value(folder / "device" / "wwid");
  if (!text) return;
  if (text->rfind("naa.", 0) == 0) {
    const auto digits = text->substr(4);
    out.wwn = "0x" + digits.substr(0, 16);
    out.wwn_with_extension = "0x" + digits;
    if (digits.size() > 16) out.wwn_vendor_extension = "0x" + digits.substr(16);
  } else if (text->rfind("eui.", 0) == 0 || text->rfind("uuid.", 0) == 0 ||
             text->rfind("nvme.", 0) == 0) {
    out.wwn = text;
    out.wwn_with_extension = text;
  }
}

std::optional<std::string> transport_of(const fs::path& device, const disk& target) {
  if (target.is_nvme()) return "nvme";
  if (!part_of(device, "usb").empty()) return "usb";
  if (!part_of(device, "ata").empty()) return "sata";
  if (!part_of(device, "end_device-").empty()) return "sas";
  if (!part_of(device, "virtio").empty()) return "virtio";
  return std::nullopt;
}

/// In the format of udev's path_id, for common devices.
std::optional<std::string> by_path_of(const fs::path& sysfs, const fs::path& device,
                                      const disk& target) {
  const auto pci = pci_of(device);
  if (pci.empty()) return std::nullopt;
  const auto start = "/dev/disk/by-path/pci-" + pci;
  if (target.is_nvme()) {
    const auto name = target.kernel_name();
    return start + "-nvme-" + name.substr(name.rfind('n') + 1);
  }
  if (const auto port = part_of(device, "ata"); !port.empty()) {
    const auto value = read_value(sysfs / "class" / "ata_port" / port / "port_no");
    return start + "-ata-" + value.value_or(port.substr(3));
  }
  if (!part_of(device, "virtio").empty() && !target.hctl) return start;
  if (target.hctl) return start + "-scsi-0" + target.hctl->substr(target.hctl->find(':'));
  return std::nullopt;
}

disk read_disk(const fs::path& sysfs, const std::string& name) {
  const auto folder = sysfs / "block" / name;
  std::error_code error;
  const auto device = fs::weakly_canonical(folder, error);
  disk out;
  out.name = "/dev/" + name;
  std::replace(out.name.begin(), out.name.end(), '!', '/');  // cciss!c0d0
  out.size = value_in(folder / "size", 0) * 512;
  out.model = read_value(folder / "device" / "model").value_or("");
  out.vendor = read_value(folder / "device" / "vendor");
  out.rotational = value_in(folder / "queue" / "rotational", 0) != 0;
  out.read_only = value_in(folder / "ro", 0) != 0;
  out.logical_sector =
      std::max<std::uint64_t>(value_in(folder / "queue" / "logical_block_size", 512), 512);
  out.physical_sector = value_in(folder / "queue" / "physical_block_size", 512);
  out.serial = serial_of(folder);
  if (const auto address = names_in(folder / "device" / "scsi_device"); !address.empty())
    out.hctl = address.front();
  read_wwn(folder, out);
  out.transport = transport_of(device, out);
  out.by_path = by_path_of(sysfs, device, out);
  return out;
}

nlohmann::json or_null(const std::optional<std::string>& text) {
  return text ? nlohmann::json(*text) : nlohmann::json(nullptr);
}

}  // namespace

std::vector<disk> list_disks(const fs::path& sysfs) {
  std::vector<disk> out;
  for (const auto& name : names_in(sysfs / "block")) {
    if (!is_wanted(name)) continue;
    auto found = read_disk(sysfs, name);
    if (found.size > 0) out.push_back(std::move(found));
  }
  return out;
}

nlohmann::json document_of(const disk& target) {
  return {{"name", target.name},
          {"model", target.model},
          {"size", target.size},
          {"rotational", target.rotational},
          {"wwn", or_null(target.wwn)},
          {"serial", or_null(target.serial)},
          {"vendor", or_null(target.vendor)},
          {"wwn_with_extension", or_null(target.wwn_with_extension)},
          {"wwn_vendor_extension", or_null(target.wwn_vendor_extension)},
          {"hctl", or_null(target.hctl)},
          {"by_path", or_null(target.by_path)},
          {"uuid", nullptr},
          {"partuuid", nullptr},
          {"logical_sectors", target.logical_sector},
          {"physical_sectors", target.physical_sector},
          {"tran", or_null(target.transport)}};
}

std::string partition_name(const std::string& device, int partition_number) {
  const bool digit = std::isdigit(static_cast<unsigned char>(device.back())) != 0;
  return device + (digit ? "p" : "") + std::to_string(partition_number);
}

std::vector<int> partition_numbers(const fs::path& sysfs, const std::string& device) {
  std::vector<int> out;
  const auto folder = sysfs / "class" / "block" / device.substr(device.rfind('/') + 1);
  for (const auto& name : names_in(folder))
    if (const auto value = number(read_value(folder / name / "partition").value_or("")))
      out.push_back(static_cast<int>(*value));
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace ironbus::ramdisk
