#pragma once

#include "actors/inspection/hooks/disk_hints.hpp"
#include "actors/inspection/hooks/hook.hpp"
#include "messages/model/node.hpp"
#include "messages/model/node_parts.hpp"

#include <string>
#include <vector>

namespace ironbus::test {

inline constexpr const char* mac_a = "52:54:00:00:00:0a";
inline constexpr const char* mac_b = "52:54:00:00:00:0b";

/// A machine with two network cards, whose ramdisk has booted from the first.
struct inspected_machine {
  inspection::documents docs;
  inspection::hook_options options;
  std::vector<std::string> taken;
  std::vector<inspection::log_line> logs;

  inspected_machine() {
    docs.node = node{};
    docs.inventory = {
        {"interfaces",
         {{{"name", "eth0"},
           {"mac_address", mac_a},
           {"ipv4_address", "192.0.2.5"},
           {"client_id", "id-a"}},
          {{"name", "eth1"}, {"mac_address", "52-54-00-00-00-0B"}}}},
        {"boot", {{"pxe_interface", "01-52-54-00-00-00-0a"}, {"current_boot_mode", "uefi"}}},
        {"cpu", {{"architecture", "x86_64"}, {"count", 4}, {"flags", {"vmx", "aes"}}}},
        {"memory", {{"physical_mb", 2048}}},
        {"disks",
         {{{"name", "/dev/sda"},
           {"size", int64_t{10} << 30},
           {"serial", "A1"},
           {"vendor", "Seagate"},
           {"rotational", true}},
          {{"name", "/dev/sdb"},
           {"size", int64_t{100} << 30},
           {"serial", "B2"},
           {"rotational", false}}}}};
  }

  /// Runs these hooks; returns the failure, or nothing.
  std::string run(const std::vector<std::string>& names) {
    const auto hooks = inspection::choose_hooks(names).value();
    id_source ids{"machine"};
    inspection::hook_context x{docs, options, ids, taken, logs};
    if (const auto ok = inspection::prepare_hooks(hooks, x); !ok) return ok.error().message;
    if (const auto ok = inspection::run_hooks(hooks, x); !ok) return ok.error().message;
    return {};
  }

  std::vector<std::string> macs() const {
    std::vector<std::string> out;
    for (const auto& port : docs.ports) out.push_back(port.at("address"));
    return out;
  }
  void own(const std::string& mac) {
    port x;
    x.uuid = "port-" + mac;
    x.address = mac;
    docs.ports.push_back(x);
  }
  json& properties() { return docs.node["properties"]; }
  const json* disk(const json& hints, const json& skip = nullptr) {
    return inspection::find_disk(docs.inventory["disks"], hints, skip).value();
  }
};

}  // namespace ironbus::test
