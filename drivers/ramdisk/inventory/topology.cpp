#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "drivers/ramdisk/inventory/inventory.hpp"

namespace ironbus::ramdisk {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t devices_max = 4096;

/// "0x8086" as "8086".
std::string digits_of(const fs::path& path) {
  const auto text = read_value(path).value_or("");
  return text.rfind("0x", 0) == 0 ? text.substr(2) : text;
}

/// The CPUs of one node, grouped by core.
void add_cpus(const fs::path& node, std::uint64_t number_of_node, nlohmann::json& out) {
  std::map<std::string, std::vector<std::uint64_t>> cores;
  for (const auto& name : names_in(node)) {
    const auto cpu = name.rfind("cpu", 0) == 0 ? number(name.substr(3)) : std::nullopt;
    if (!cpu) continue;
    cores[read_value(node / name / "topology" / "core_id").value_or(name)].push_back(*cpu);
  }
  for (const auto& [core, threads] : cores)
    out.push_back({{"cpu", number(core).value_or(threads.front())},
                   {"numa_node", number_of_node},
                   {"thread_siblings", threads}});
}

std::uint64_t node_kilobytes(const fs::path& node) {
  for (const auto& line : split(read_file(node / "meminfo").value_or(""), '\n')) {
    const auto parts = words(line);
    if (parts.size() >= 4 && parts[2] == "MemTotal:") return number(parts[3]).value_or(0);
  }
  return 0;
}

}  // namespace

nlohmann::json read_pci_devices(const hardware_roots& roots) {
  auto out = nlohmann::json::array();
  const auto folder = roots.sysfs / "bus" / "pci" / "devices";
  for (const auto& name : names_in(folder)) {
    if (out.size() >= devices_max) break;
    out.push_back({{"vendor_id", digits_of(folder / name / "vendor")},
                   {"product_id", digits_of(folder / name / "device")},
                   {"class", digits_of(folder / name / "class")},
                   {"revision", digits_of(folder / name / "revision")},
                   {"bus", name}});
  }
  return out;
}

nlohmann::json read_usb_devices(const hardware_roots& roots) {
  auto out = nlohmann::json::array();
  const auto folder = roots.sysfs / "bus" / "usb" / "devices";
  for (const auto& name : names_in(folder)) {
    const auto product = read_value(folder / name / "product");
    if (!product || out.size() >= devices_max) continue;
    out.push_back({{"product", *product},
                   {"vendor", read_value(folder / name / "manufacturer").value_or("")},
                   {"handle", "USB:" + name}});
  }
  return out;
}

nlohmann::json read_numa_topology(const hardware_roots& roots) {
  auto ram = nlohmann::json::array();
  auto cpus = nlohmann::json::array();
  auto nics = nlohmann::json::array();
  const auto folder = roots.sysfs / "devices" / "system" / "node";
  for (const auto& name : names_in(folder)) {
    const auto node = name.rfind("node", 0) == 0 ? number(name.substr(4)) : std::nullopt;
    if (!node) continue;
    ram.push_back({{"numa_node", *node}, {"size_kb", node_kilobytes(folder / name)}});
    add_cpus(folder / name, *node, cpus);
  }
  for (const auto& one : list_interfaces(roots.sysfs, false)) {
    const auto node =
        number(read_value(roots.sysfs / "class/net" / one.name / "device/numa_node").value_or(""));
    nics.push_back({{"name", one.name}, {"numa_node", node.value_or(0)}});
  }
  return {{"ram", ram}, {"cpus", cpus}, {"nics", nics}};
}

}  // namespace ironbus::ramdisk
