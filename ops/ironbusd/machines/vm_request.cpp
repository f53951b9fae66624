#include "ops/ironbusd/machines/vm_request.hpp"

#include "ops/simulator/profile/profile.hpp"

#include <algorithm>
#include <array>

namespace ironbus::daemon {

namespace {

constexpr size_t disks_max = 4;

template <class Value>
struct named {
  std::string_view name;
  Value value;
};

using named_firmware = named<simulator::vm_firmware>;
using named_bus = named<simulator::disk_bus>;

constexpr std::array firmwares{named_firmware{"bios", simulator::vm_firmware::bios},
                               named_firmware{"uefi", simulator::vm_firmware::uefi},
                               named_firmware{"secureboot", simulator::vm_firmware::secure_boot}};
constexpr std::array buses{named_bus{"virtio", simulator::disk_bus::virtio},
                           named_bus{"nvme", simulator::disk_bus::nvme},
                           named_bus{"sata", simulator::disk_bus::sata}};

result<std::vector<simulator::disk_bus>> read_disks(const std::string& text) {
  std::vector<simulator::disk_bus> out;
  for (const auto& name : simulator::items_of(text)) {
    const auto* row = std::ranges::find(buses, name, &named_bus::name);
    if (row == buses.end())
      return fail(error_code::invalid, "--disks names '" + name + "'; allowed: virtio, nvme, sata");
    out.push_back(row->value);
  }
  if (out.empty() || out.size() > disks_max)
    return fail(error_code::invalid, "--disks is '" + text +
                                         "'; allowed: from 1 to 4 of virtio, "
                                         "nvme and sata");
  return out;
}

result<simulator::vm_network> read_network(const vm_request& asked) {
  static constexpr std::string_view bridge = "bridge:";
  constexpr size_t name_bytes_max = 15;  // of a network device
  if (asked.network == "user") return simulator::vm_network{{}, asked.user_network};
  const auto name = asked.network.starts_with(bridge) ? asked.network.substr(bridge.size()) : "";
  if (name.empty() || name.size() > name_bytes_max)
    return fail(error_code::invalid,
                "--network is '" + asked.network + "'; allowed: user, or bridge:NAME");
  if (!asked.user_network.empty())
    return fail(error_code::invalid, "--user-network needs --network user");
  return simulator::vm_network{name, {}};
}

}  // namespace

result<std::optional<simulator::vm_options>> read_vm_options(const vm_request& asked) {
  constexpr int64_t gib = int64_t{1024} * 1024 * 1024;
  if (!asked.wanted) return std::nullopt;
  simulator::vm_options out;
  const auto* firmware = std::ranges::find(firmwares, asked.firmware, &named_firmware::name);
  if (firmware == firmwares.end())
    return fail(error_code::invalid,
                "--firmware is '" + asked.firmware + "'; allowed: bios, uefi, secureboot");
  out.firmware = firmware->value;
  auto network = read_network(asked);
  if (!network) return tl::unexpected(network.error());
  out.network = std::move(*network);
  auto disks = read_disks(asked.disks);
  if (!disks) return tl::unexpected(disks.error());
  out.disks = std::move(*disks);
  out.disk_bytes = gib * asked.disk_gib;
  out.memory_mib = asked.memory_mib;
  out.kvm = asked.kvm;
  out.ipmi = asked.ipmi;
  out.folder = asked.folder;
  return out;
}

simulator::timing vm_timing() {
  simulator::timing out;
  out.power_on = {};
  out.power_off = {};
  out.post = {};
  return out;
}

}  // namespace ironbus::daemon
