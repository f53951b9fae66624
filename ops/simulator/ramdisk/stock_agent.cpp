#include "ops/simulator/ramdisk/stock_agent.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulator {

namespace {

struct step_row {
  std::string_view phase;
  std::string_view interface;
  std::string_view step;
  int priority = 0;
  const char* argsinfo = "null";  ///< JSON.
};

constexpr const char* image_args =
    R"({"image_info": {"description": "The image to write.", "required": true},
        "configdrive": {"description": "The config drive to write.", "required": false}})";
constexpr const char* raid_args =
    R"({"raid_config": {"description": "The logical disks to create.", "required": true},
        "delete_existing": {"description": "Delete the existing ones first.", "required": false}})";
constexpr const char* files_args =
    R"({"files": {"description": "The files to write.", "required": false},
        "verify_ca": {"description": "Verify the server's certificate.", "required": false}})";
constexpr const char* nvram_args =
    R"({"match_patterns": {"description": "The entries to delete.", "required": false}})";
constexpr const char* bootc_args =
    R"({"image_source": {"description": "The container image.", "required": true},
        "instance_info": {"description": "The node's instance_info.", "required": false},
        "pull_secret": {"description": "Credentials for the registry.", "required": false},
        "configdrive": {"description": "The config drive to write.", "required": false}})";

constexpr std::array step_rows{
    step_row{"clean", "deploy", "erase_devices_metadata", 99},
    step_row{"clean", "deploy", "erase_devices", 10},
    step_row{"clean", "deploy", "erase_devices_express"},
    step_row{"clean", "deploy", "erase_pstore"},
    step_row{"clean", "deploy", "clean_uefi_nvram", 0, nvram_args},
    step_row{"clean", "deploy", "burnin_cpu"},
    step_row{"clean", "deploy", "burnin_gpu"},
    step_row{"clean", "deploy", "burnin_disk"},
    step_row{"clean", "deploy", "burnin_memory"},
    step_row{"clean", "deploy", "burnin_network"},
    step_row{"clean", "raid", "delete_configuration"},
    step_row{"clean", "raid", "create_configuration"},
    step_row{"deploy", "deploy", "erase_devices_metadata"},
    step_row{"deploy", "deploy", "write_image", 0, image_args},
    step_row{"deploy", "deploy", "inject_files", 0, files_args},
    step_row{"deploy", "deploy", "execute_bootc_install", 0, bootc_args},
    step_row{"deploy", "deploy", "clean_uefi_nvram", 0, nvram_args},
    step_row{"deploy", "raid", "apply_configuration", 0, raid_args},
    step_row{"service", "raid", "delete_configuration"},
    step_row{"service", "raid", "create_configuration"},
    step_row{"service", "raid", "apply_configuration", 0, raid_args},
    step_row{"service", "deploy", "burnin_cpu"},
    step_row{"service", "deploy", "burnin_gpu"},
    step_row{"service", "deploy", "burnin_memory"},
    step_row{"service", "deploy", "burnin_network"},
    step_row{"service", "deploy", "write_image", 0, image_args},
    step_row{"service", "deploy", "inject_files", 0, files_args},
    step_row{"service", "deploy", "execute_bootc_install", 0, bootc_args},
};

std::vector<std::string> all_macs(const identity& who) {
  auto out = who.macs;
  out.insert(out.end(), who.further_macs.begin(), who.further_macs.end());
  return out;
}

json interfaces_of(const machine_state& machine) {
  auto out = json::array();
  for (const auto& mac : all_macs(machine.who()))
    out.push_back({{"name", "eth" + std::to_string(out.size())},
                   {"mac_address", mac},
                   {"ipv4_address", nullptr},
                   {"ipv6_address", nullptr},
                   {"has_carrier", true},
                   {"lldp", nullptr},
                   {"vendor", "0x8086"},
                   {"product", "0x158b"},
                   {"client_id", nullptr},
                   {"biosdevname", nullptr},
                   {"speed_mbps", link_speed_mbps},
                   {"pci_address", "0000:3b:00." + std::to_string(out.size())},
                   {"driver", "i40e"}});
  return out;
}

struct disk_facts {
  std::string model;
  std::string vendor;
  std::string serial;
  int64_t bytes = 0;
};

// The system has a disk for each volume, and for each drive that is in no volume.
std::vector<disk_facts> seen_disks(const machine_state& machine) {
  std::vector<disk_facts> out;
  const auto in_volume = [&machine](unsigned drive) {
    return std::ranges::any_of(machine.volumes(), [drive](const volume& x) {
      return std::ranges::count(x.drives, drive) > 0;
    });
  };
  for (const auto& one : machine.volumes())
    out.push_back({"Simulated RAID", "Simulated", one.id, one.bytes});
  for (unsigned i = 0; i < machine.who().built_in.drives; ++i)
    if (!in_volume(i))
      out.push_back({std::string{drive_model}, "Simulated", drive_serial(machine.who(), i),
                     machine.who().built_in.drive_bytes});
  static constexpr int64_t stick_bytes = int64_t{8} << 30;
  if (machine.who().built_in.virtual_stick)
    out.push_back({"Virtual Stick", "Simulated", "0123456789", stick_bytes});
  return out;
}

json disks_of(const machine_state& machine) {
  auto out = json::array();
  for (const auto& disk : seen_disks(machine)) {
    const auto number = out.size();
    out.push_back(
        {{"name", "/dev/sd" + std::string(1, static_cast<char>('a' + number))},
         {"model", disk.model},
         {"size", disk.bytes},
         {"rotational", false},
         {"wwn", nullptr},
         {"serial", disk.serial},
         {"vendor", disk.vendor},
         {"wwn_with_extension", nullptr},
         {"wwn_vendor_extension", nullptr},
         {"hctl", "0:0:" + std::to_string(number) + ":0"},
         {"by_path", "/dev/disk/by-path/pci-0000:5e:00.0-ata-" + std::to_string(number + 1)},
         {"logical_sectors", 512},
         {"physical_sectors", 512},
         {"tran", "sata"}});
  }
  return out;
}

json processors_of(const hardware& parts) {
  return {{"model_name", processor_model},
          {"frequency", std::to_string(processor_mhz)},
          {"count", parts.sockets * parts.threads},
          {"architecture", "x86_64"},
          {"flags", json::array({"vmx", "aes", "pdpe1gb"})},
          {"socket_count", parts.sockets}};
}

}  // namespace

agent_steps stock_steps(const timing& speed) {
  agent_steps out;
  for (const auto& row : step_rows) {
    scripted_step one;
    one.declaration = std::make_shared<const json>(json{{"interface", row.interface},
                                                        {"step", row.step},
                                                        {"priority", row.priority},
                                                        {"abortable", row.phase == "clean"},
                                                        {"reboot_requested", false},
                                                        {"argsinfo", json::parse(row.argsinfo)}});
    one.takes = speed.agent_step;
    out[std::string{row.phase}].push_back(std::move(one));
  }
  return out;
}

agent_script script_of(const machine_state& machine, const agent_steps& steps) {
  using std::chrono::milliseconds;
  static constexpr milliseconds lookup_pause{1'000};
  agent_script out;
  out.addresses = all_macs(machine.who());
  out.steps = steps;
  out.boots = machine.speed().agent;
  out.lookup_pause = lookup_pause;
  out.heartbeat_pause = milliseconds{0};
  out.step_takes = machine.speed().agent_step;
  out.calls_kept = 0;
  out.keeps_journal = false;
  return out;
}

json inventory_of(const machine_state& machine) {
  const auto& who = machine.who();
  const auto gib = who.built_in.memory_gib;
  return {{"interfaces", interfaces_of(machine)},
          {"cpu", processors_of(who.built_in)},
          {"disks", disks_of(machine)},
          {"memory", {{"total", gib << 30}, {"physical_mb", gib << 10}}},
          {"bmc_address", "0.0.0.0"},
          {"bmc_v6address", "::/0"},
          {"bmc_mac", nullptr},
          {"system_vendor",
           {{"product_name", machine.model()},
            {"serial_number", who.serial},
            {"manufacturer", machine.manufacturer()},
            {"firmware",
             {{"vendor", machine.manufacturer()},
              {"version", machine.versions().bios},
              {"build_date", "08/01/2026"}}}}},
          {"boot",
           {{"current_boot_mode", machine.boot.mode == "UEFI" ? "uefi" : "bios"},
            {"pxe_interface", who.macs.front()}}},
          {"hostname", who.name}};
}

}  // namespace ironbus::simulator
