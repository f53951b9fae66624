#include "drivers/ramdisk/inventory/inventory.hpp"

#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "drivers/ramdisk/inventory/bmc_address.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <set>

namespace ironbus::ramdisk {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t cpuinfo_max = 4 << 20;

std::string architecture() {
  utsname names{};
  return ::uname(&names) == 0 ? names.machine : "x86_64";
}

std::string host_name() {
  std::array<char, 256> out{};
  return ::gethostname(out.data(), out.size() - 1) == 0 ? out.data() : "";
}

/// The value of a line "name : value" of /proc/cpuinfo or /proc/meminfo.
std::string value_of(const std::string& line) {
  const auto colon = line.find(':');
  return colon == std::string::npos ? std::string{} : trimmed(line.substr(colon + 1));
}

/// Installed memory as reported by the firmware; 0: not reported.
std::uint64_t physical_megabytes(const fs::path& sysfs) {
  const auto entries = sysfs / "firmware" / "dmi" / "entries";
  std::uint64_t out = 0;
  for (const auto& name : names_in(entries)) {
    if (name.rfind("17-", 0) != 0) continue;  // SMBIOS: memory device
    const auto bytes = read_file(entries / name / "raw", 512).value_or("");
    const auto byte = [&bytes](std::size_t place) {
      return static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[place]));
    };
    if (bytes.size() < 0x0e) continue;
    const auto size = byte(0x0c) | byte(0x0d) << 8;
    if (size == 0xffff) continue;
    if (size == 0x7fff && bytes.size() >= 0x20) {
      out += (byte(0x1c) | byte(0x1d) << 8 | byte(0x1e) << 16 | byte(0x1f) << 24) & 0x7fffffff;
    } else {
      out += (size & 0x8000) != 0 ? (size & 0x7fff) / 1024 : size;
    }
  }
  return out;
}

}  // namespace

nlohmann::json read_cpu(const hardware_roots& roots) {
  int count = 0;
  std::string model;
  std::string megahertz;
  auto flags = nlohmann::json::array();
  std::set<std::string> sockets;
  for (const auto& line :
       split(read_file(roots.proc / "cpuinfo", cpuinfo_max).value_or(""), '\n')) {
    const auto name = trimmed(line.substr(0, line.find(':')));
    if (name == "processor") ++count;
    if (name == "model name" && model.empty()) model = value_of(line);
    if (name == "cpu MHz" && megahertz.empty()) megahertz = value_of(line);
    if (name == "physical id") sockets.insert(value_of(line));
    if (name == "flags" && flags.empty()) flags = words(value_of(line));
  }
  const auto most = number(
      read_value(roots.sysfs / "devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq").value_or(""));
  if (most) megahertz = std::to_string(*most / 1000) + ".0000";
  return {{"model_name", model}, {"frequency", megahertz},
          {"count", count},      {"architecture", architecture()},
          {"flags", flags},      {"socket_count", std::max<std::size_t>(sockets.size(), 1)}};
}

nlohmann::json read_memory(const hardware_roots& roots) {
  std::uint64_t total = 0;
  for (const auto& line : split(read_file(roots.proc / "meminfo").value_or(""), '\n'))
    if (line.rfind("MemTotal:", 0) == 0)
      total = number(words(value_of(line) + " 0").front()).value_or(0) * 1024;
  auto physical = physical_megabytes(roots.sysfs);
  if (physical == 0) physical = total >> 20;
  return {{"total", total}, {"physical_mb", physical}};
}

nlohmann::json read_system_vendor(const hardware_roots& roots) {
  const auto dmi = roots.sysfs / "class" / "dmi" / "id";
  const auto value = [&dmi](const char* name) { return read_value(dmi / name).value_or(""); };
  return {{"product_name", value("product_name")},
          {"serial_number", value("product_serial")},
          {"manufacturer", value("sys_vendor")},
          {"firmware",
           {{"vendor", value("bios_vendor")},
            {"version", value("bios_version")},
            {"build_date", value("bios_date")}}}};
}

std::string boot_mode(const hardware_roots& roots) {
  std::error_code error;
  return fs::is_directory(roots.sysfs / "firmware" / "efi", error) ? "uefi" : "bios";
}

nlohmann::json read_boot(const hardware_roots& roots, const kernel_parameters& parameters) {
  return {{"current_boot_mode", boot_mode(roots)},
          {"pxe_interface", parameters.boot_mac.empty() ? nlohmann::json(nullptr)
                                                        : nlohmann::json(parameters.boot_mac)}};
}

nlohmann::json read_inventory(const hardware_roots& roots, const kernel_parameters& parameters) {
  auto interfaces = list_interfaces(roots.sysfs, roots.live);
  if (parameters.collect_lldp && roots.live)
    collect_lldp(interfaces, static_cast<int>(parameters.lldp_timeout.count()));
  auto out = nlohmann::json{{"interfaces", nlohmann::json::array()},
                            {"cpu", read_cpu(roots)},
                            {"disks", nlohmann::json::array()},
                            {"memory", read_memory(roots)},
                            {"system_vendor", read_system_vendor(roots)},
                            {"boot", read_boot(roots, parameters)},
                            {"hostname", host_name()}};
  for (const auto& one : interfaces) out["interfaces"].push_back(document_of(one));
  for (const auto& one : list_disks(roots.sysfs)) out["disks"].push_back(document_of(one));
  const auto bmc = roots.live ? read_bmc_network() : std::nullopt;
  out["bmc_address"] = bmc ? bmc->ipv4 : "0.0.0.0";
  out["bmc_v6address"] = bmc ? bmc->ipv6 : "::/0";
  if (bmc && bmc->mac) out["bmc_mac"] = *bmc->mac;
  return out;
}

}  // namespace ironbus::ramdisk
