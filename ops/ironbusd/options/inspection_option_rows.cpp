// The rows of the sections `inspector`, `inspection_rules`, `auto_discovery` and `inventory`.

#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

#include <array>

namespace ironbus::daemon {

namespace {

option inspection_row(std::string section, std::string name, field where, std::string description,
                      limits allowed = {}) {
  return {std::move(section), std::move(name), std::move(where), std::move(description),
          std::move(allowed)};
}

option inspector_row(std::string name, field where, std::string description, limits allowed = {}) {
  return inspection_row("inspector", std::move(name), std::move(where), std::move(description),
                        std::move(allowed));
}

option rules_option(std::string name, field where, std::string description, limits allowed = {}) {
  return inspection_row("inspection_rules", std::move(name), std::move(where),
                        std::move(description), std::move(allowed));
}

option discovery_row(std::string name, field where, std::string description) {
  return inspection_row("auto_discovery", std::move(name), std::move(where),
                        std::move(description));
}

constexpr std::array<std::string_view, 4> added_names{"pxe", "active", "all", "disabled"};
constexpr std::array<std::string_view, 3> kept_names{"all", "present", "added"};
constexpr std::array<std::string_view, 3> mask_names{"always", "sensitive", "never"};

/// `data_backend` is a word, not a switch, as other services have more of them.
field inventory_backend() {
  return {value_type::text,
          [](settings& chosen, const json& document, const limits& allowed) {
            std::string name;
            if (!read_value(document, allowed, name)) return false;
            chosen.inspection.policy.keeps_inventory = name == "database";
            return true;
          },
          [](const settings& x, const limits& how) {
            return show_value(
                how, std::string{x.inspection.policy.keeps_inventory ? "database" : "none"});
          }};
}

std::vector<option> hook_rows() {
  return {
      inspector_row("hooks",
                    member_option([](auto& x) -> auto& { return x.inspection.policy.hooks; }),
                    "What is done with the data, in this order; see docs/reference/inspection.md."),
      inspector_row("add_ports",
                    named(
                        [](auto& x) -> auto& { return x.inspection.policy.work.add; }, added_names),
                    "Of which network cards ports are made: pxe (the one it booted from; all, if "
                    "that is unknown), active (those with an address), all, disabled (none).",
                    among(added_names)),
      inspector_row("keep_ports",
                    named(
                        [](auto& x) -> auto& { return x.inspection.policy.work.keep; }, kept_names),
                    "Which ports a node keeps: all, present (those the machine has), added (those "
                    "of which ports would be made).",
                    among(kept_names)),
      inspector_row("update_pxe_enabled", member_option([](auto& x) -> auto& {
                      return x.inspection.policy.work.update_pxe_enabled;
                    }),
                    "Set pxe_enabled of every port by what the machine booted from."),
      inspector_row("cpu_capabilities",
                    member_option([](auto& x) -> auto& { return x.inspection.cpu_capabilities; }),
                    "Capabilities that the hook cpu-capabilities sets, as FLAG:CAPABILITY."),
      inspector_row("pci_device_alias",
                    member_option([](auto& x) -> auto& { return x.inspection.pci_device_alias; }),
                    "Devices that the hook pci-devices counts, as VENDOR:PRODUCT:NAME, the numbers "
                    "in four small hex digits."),
      inspector_row("physical_network_cidr_map", member_option([](auto& x) -> auto& {
                      return x.inspection.physical_network_cidr_map;
                    }),
                    "Physical networks for the hook physical-network, as NETWORK:NAME; the first "
                    "that holds an interface's address counts."),
      inspector_row("disk_partitioning_spacing", member_option([](auto& x) -> auto& {
                      return x.inspection.policy.work.disk_partitioning_spacing;
                    }),
                    "Leave a GiB of the root disk out of local_gb."),
      inspector_row("extra_hardware_strict", member_option([](auto& x) -> auto& {
                      return x.inspection.policy.work.extra_hardware_strict;
                    }),
                    "Leave all records of the hook extra-hardware out if one is malformed."),
  };
}

std::vector<option> boot_rows() {
  return {
      inspector_row("pre_create_ports", member_option([](auto& x) -> auto& {
                      return x.policy.drivers.inspection.pre_create_ports;
                    }),
                    "Make ports of the MAC addresses that a BMC lists before the machine boots."),
      inspector_row("power_off", member_option([](auto& x) -> auto& {
                      return x.policy.drivers.inspection.power_off;
                    }),
                    "Power the machine off when its inspection is over."),
      inspector_row("extra_kernel_params", member_option([](auto& x) -> auto& {
                      return x.inspection.extra_kernel_params;
                    }),
                    "Parameters that the ramdisk's kernel gets besides; each name once."),
      inspector_row("force_dhcp",
                    member_option([](auto& x) -> auto& { return x.inspection.force_dhcp; }),
                    "Have the ramdisk collect what switches announce (ipa-collect-lldp=1)."),
  };
}

std::vector<option> rule_rows() {
  return {
      rules_option("built_in",
                   member_option([](auto& x) -> auto& { return x.inspection.built_in_rules; }),
                   "A YAML file of rules that are always there; read at the start. Empty: none."),
      rules_option("mask_secrets",
                   named(
                       [](auto& x) -> auto& { return x.inspection.policy.mask; }, mask_names),
                   "From which rules passwords are hidden: always (all), sensitive (those that are "
                   "not sensitive), never (none).",
                   among(mask_names)),
      rules_option("default_scope", member_option([](auto& x) -> auto& {
                     return x.inspection.policy.default_scope;
                   }),
                   "Scope of rules without one, the built-in ones aside. Empty: every node's."),
      rules_option("supported_interfaces", member_option([](auto& x) -> auto& {
                     return x.inspection.policy.supported_interfaces;
                   }),
                   "A regular expression: the inspect interfaces whose nodes run rules."),
      rules_option("api_call_hosts", member_option([](auto& x) -> auto& {
                     return x.inspection.policy.api_call_hosts;
                   }),
                   "Hosts that the action api-call may call. Empty: none."),
      discovery_row("enabled",
                    member_option([](auto& x) -> auto& { return x.api.discovery.enabled; }),
                    "Enrol machines whose data comes in and that no node stands for."),
      discovery_row("driver",
                    member_option([](auto& x) -> auto& { return x.api.discovery.driver; }),
                    "Driver of the nodes enrolled so."),
      discovery_row("inspection_scope", member_option([](auto& x) -> auto& {
                      return x.inspection.policy.discovery_scope;
                    }),
                    "Inspection scope of the nodes enrolled so. Empty: none."),
      inspection_row("inventory", "data_backend", inventory_backend(),
                     "Where what was found is kept: database (with the node), none.",
                     one_of({"database", "none"})),
  };
}

}  // namespace

std::vector<option> inspection_option_rows() {
  auto out = hook_rows();
  for (auto part : {boot_rows, rule_rows}) {
    auto more = part();
    std::move(more.begin(), more.end(), std::back_inserter(out));
  }
  return out;
}

}  // namespace ironbus::daemon
