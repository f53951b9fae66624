#include "ops/ironbusd/commands/simulate_options.hpp"

#include "ops/ironbusd/commands/command_options.hpp"
#include "ops/simulator/fleet/fleet.hpp"

#include <utility>

namespace ironbus::daemon {

namespace {

/// Who the machines are.
void add_members(CLI::App& simulate, simulate_request& asked) {
  auto* machines = simulate
                       .add_option("--machines", asked.machines,
                                   "How many, up to 10000; default: 1, or one for each --mockup")
                       ->check(CLI::Range(1U, simulator::machines_max));
  auto* profile =
      simulate
          .add_option("--profile", asked.profiles, "Whose BMCs they are, in turn; default: all")
          ->type_name("NAME[,NAME]");
  auto* mockup = simulate
                     .add_option("--mockup", asked.mockups,
                                 "A recorded BMC to play, as record-bmc or the tools of DMTF write "
                                 "it; several times: in turn")
                     ->type_name("DIR")
                     ->allow_extra_args(false)
                     ->excludes(profile);
  simulate
      .add_option("--like", asked.like,
                  "A gateway, http or https: one machine like each of its nodes")
      ->type_name("URL")
      ->excludes(machines)
      ->excludes(profile)
      ->excludes(mockup);
  add_identity(simulate, asked.who);
}

/// What runs in the machines, if anything does.
void add_virtual_machines(CLI::App& simulate, vm_request& asked) {
  constexpr unsigned memory_least = 128;
  constexpr unsigned memory_most = 1'024 * 1'024;
  constexpr unsigned disk_most = 64 * 1'024;
  auto* vm = simulate.add_flag("--vm", asked.wanted,
                               "Behind each BMC is a virtual machine, which QEMU runs");
  const auto add = [&](const char* name, auto& target, const char* type, const char* description) {
    return simulate.add_option(name, target, description)
        ->type_name(type)
        ->capture_default_str()
        ->needs(vm);
  };
  add("--firmware", asked.firmware, "NAME", "Of the machines at first: bios, uefi or secureboot")
      ->check(CLI::IsMember({"bios", "uefi", "secureboot"}));
  add("--network", asked.network, "NET",
      "Where their cards lead: bridge:NAME of this network namespace, or user, which is QEMU's "
      "own");
  add("--user-network", asked.user_network, "TEXT",
      "Further settings of QEMU's own network, as for its -netdev user");
  add("--disks", asked.disks, "BUS[,BUS]", "Of each machine: virtio, nvme or sata");
  add("--disk-size", asked.disk_gib, "GIB", "Of each disk; only what is written takes room")
      ->check(CLI::Range(1U, disk_most));
  add("--memory", asked.memory_mib, "MIB", "Of each machine")
      ->check(CLI::Range(memory_least, memory_most));
  add("--folder", asked.folder, "DIR",
      "Where disks and consoles are, and stay; default: a temporary one");
  simulate.add_flag("--kvm", asked.kvm, "Use the processor's help where there is any")->needs(vm);
  simulate.add_flag("--ipmi", asked.ipmi, "Each BMC speaks IPMI, too")->needs(vm);
}

}  // namespace

void add_simulate_command(CLI::App& app, simulate_request& asked, std::function<void()> chosen) {
  auto* simulate = app.add_subcommand("simulate", "Be machines that speak Redfish");
  add_members(*simulate, asked);
  simulate
      ->add_option("--listen", asked.listen,
                   "Of the list of machines; each has one of the ports after it. Port 0: any")
      ->type_name("IP:PORT")
      ->capture_default_str();
  simulate
      ->add_option("--scenario", asked.scenario_file, "What goes wrong, and how long things take")
      ->type_name("FILE");
  simulate->add_flag("--http", asked.in_the_clear, "Without TLS");
  simulate->add_option("--seed", asked.seed, "What is left to chance follows from it")
      ->capture_default_str();
  auto* api =
      simulate
          ->add_option(
              "--api", asked.api,
              "Of the gateway that the agents of machines that boot a ramdisk call; http or "
              "https. Without it no ramdisk has an agent")
          ->type_name("URL");
  simulate
      ->add_option("--ca-file", asked.ca_file,
                   "PEM; what the gateway's certificate is checked with")
      ->type_name("FILE")
      ->envname("OS_CACERT");
  add_virtual_machines(*simulate, asked.vm);
  simulate->get_option("--vm")->excludes(api);
  simulate->callback(std::move(chosen));
}

}  // namespace ironbus::daemon
