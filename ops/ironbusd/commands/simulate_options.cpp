#include "ops/ironbusd/commands/simulate_options.hpp"

#include "ops/ironbusd/commands/command_options.hpp"
#include "ops/simulator/fleet/machine_plan.hpp"

#include <utility>

namespace ironbus::daemon {

namespace {

/// Options for the number and the kinds of the machines.
void add_members(CLI::App& simulate, simulate_request& asked) {
  auto* machines =
      simulate
          .add_option("--machines", asked.machines,
                      "Number of machines, up to 10000; default: 1, or one per --mockup")
          ->check(CLI::Range(1U, simulator::machines_max));
  auto* profile =
      simulate
          .add_option("--profile", asked.profiles, "Profiles of the BMCs, in turn; default: all")
          ->type_name("NAME[,NAME]");
  auto* mockup =
      simulate
          .add_option("--mockup", asked.mockups,
                      "Recorded BMC to play, as record-bmc or DMTF's tools write it. May be "
                      "repeated; the machines use them in turn")
          ->type_name("DIR")
          ->allow_extra_args(false)
          ->excludes(profile);
  simulate
      .add_option("--like", asked.like,
                  "URL of a gateway, http or https: simulate one machine for each of its nodes")
      ->type_name("URL")
      ->excludes(machines)
      ->excludes(profile)
      ->excludes(mockup);
  add_identity(simulate, asked.who);
}

/// Options for oddities of real BMCs.
void add_quirks(CLI::App& simulate, simulate_request& asked) {
  simulate.add_option("--quirk", asked.quirks, "Quirks of all BMCs, as --list-quirks names them")
      ->type_name("NAME[,NAME]");
  simulate
      .add_option("--random-quirks", asked.random_quirks,
                  "Number of quirks that each BMC draws at random, up to 8")
      ->type_name("MIN-MAX");
  simulate.add_flag("--list-quirks", asked.list_quirks, "Print all quirks and exit");
}

/// Options for virtual machines behind the BMCs.
void add_virtual_machines(CLI::App& simulate, vm_request& asked) {
  constexpr unsigned memory_least = 128;
  constexpr unsigned memory_most = 1'024 * 1'024;
  constexpr unsigned disk_most = 64 * 1'024;
  auto* vm =
      simulate.add_flag("--vm", asked.wanted, "Run a virtual machine behind each BMC, with QEMU");
  const auto add = [&](const char* name, auto& target, const char* type, const char* description) {
    return simulate.add_option(name, target, description)
        ->type_name(type)
        ->capture_default_str()
        ->needs(vm);
  };
  add("--firmware", asked.firmware, "NAME", "Initial firmware of the machines")
      ->check(CLI::IsMember({"bios", "uefi", "secureboot"}));
  add("--network", asked.network, "NET",
      "Network of the machines: bridge:NAME in this network namespace, or user for QEMU's user "
      "network");
  add("--user-network", asked.user_network, "TEXT",
      "Further settings of QEMU's user network, as for its -netdev user");
  add("--disks", asked.disks, "BUS[,BUS]", "Disks of each machine: virtio, nvme or sata");
  add("--disk-size", asked.disk_gib, "GIB", "Size of each disk; unwritten parts use no space")
      ->check(CLI::Range(1U, disk_most));
  add("--memory", asked.memory_mib, "MIB", "Memory of each machine")
      ->check(CLI::Range(memory_least, memory_most));
  add("--folder", asked.folder, "DIR",
      "Folder of disks and consoles, which are kept; default: a temporary folder");
  simulate.add_flag("--kvm", asked.kvm, "Use KVM if available")->needs(vm);
  simulate.add_flag("--ipmi", asked.ipmi, "Serve IPMI, too")->needs(vm);
}

}  // namespace

void add_simulate_command(CLI::App& app, simulate_request& asked, std::function<void()> chosen) {
  auto* simulate = app.add_subcommand("simulate", "Simulate Redfish machines");
  add_members(*simulate, asked);
  simulate
      ->add_option("--listen", asked.listen,
                   "Address of the list of machines; each machine gets one of the ports after it. "
                   "Port 0: any free port")
      ->type_name("IP:PORT")
      ->capture_default_str();
  simulate->add_option("--scenario", asked.scenario_file, "File with faults and delays")
      ->type_name("FILE");
  add_quirks(*simulate, asked);
  simulate->add_flag("--http", asked.in_the_clear, "Serve without TLS");
  simulate->add_option("--seed", asked.seed, "Seed of all random choices")->capture_default_str();
  auto* api = simulate
                  ->add_option("--api", asked.api,
                               "URL of the gateway for the agents of booted ramdisks; http or "
                               "https. Default: no agents")
                  ->type_name("URL");
  simulate->add_option("--ca-file", asked.ca_file, "Certificate authorities for the gateway, PEM")
      ->type_name("FILE")
      ->envname("OS_CACERT");
  add_virtual_machines(*simulate, asked.vm);
  simulate->get_option("--vm")->excludes(api);
  simulate->callback(std::move(chosen));
}

}  // namespace ironbus::daemon
