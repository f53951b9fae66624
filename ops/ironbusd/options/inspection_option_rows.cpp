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

/// `data_backend` is a word, not a boolean, because other services have more backends.
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
                    "Hooks that process the inspection data, in this order; see "
                    "docs/reference/inspection.md."),
      inspector_row(
          "add_ports",
          named(
              [](auto& x) -> auto& { return x.inspection.policy.work.add; }, added_names),
          "Network cards for which ports are created: pxe (the one the machine booted from; all if "
          "that is unknown), active (those with an address), all, disabled (none).",
          among(added_names)),
      inspector_row("keep_ports",
                    named(
                        [](auto& x) -> auto& { return x.inspection.policy.work.keep; }, kept_names),
                    "Ports that a node keeps: all, present (those of cards in the machine), added "
                    "(those that add_ports selects).",
                    among(kept_names)),
      inspector_row(
          "update_pxe_enabled", member_option([](auto& x) -> auto& {
            return x.inspection.policy.work.update_pxe_enabled;
          }),
          "Set pxe_enabled of every port: true for the card that the machine booted from."),
      inspector_row("cpu_capabilities",
                    member_option([](auto& x) -> auto& { return x.inspection.cpu_capabilities; }),
                    "Capabilities that the hook cpu-capabilities sets, as FLAG:CAPABILITY."),
      inspector_row("pci_device_alias",
                    member_option([](auto& x) -> auto& { return x.inspection.pci_device_alias; }),
                    "Devices that the hook pci-devices counts, as VENDOR:PRODUCT:NAME, with "
                    "numbers of four lower-case hex digits."),
      inspector_row("physical_network_cidr_map", member_option([](auto& x) -> auto& {
                      return x.inspection.physical_network_cidr_map;
                    }),
                    "Physical networks for the hook physical-network, as NETWORK:NAME. The first "
                    "that contains the interface's address is used."),
      inspector_row("disk_partitioning_spacing", member_option([](auto& x) -> auto& {
                      return x.inspection.policy.work.disk_partitioning_spacing;
                    }),
                    "Subtract one GiB of the root disk from local_gb."),
      inspector_row("extra_hardware_strict", member_option([](auto& x) -> auto& {
                      return x.inspection.policy.work.extra_hardware_strict;
                    }),
                    "Drop all records of the hook extra-hardware if one is malformed."),
  };
}

std::vector<option> boot_rows() {
  return {
      inspector_row(
          "pre_create_ports", member_option([](auto& x) -> auto& {
            return x.policy.drivers.inspection.pre_create_ports;
          }),
          "Create ports for the MAC addresses that a BMC lists, before the machine boots."),
      inspector_row("power_off", member_option([](auto& x) -> auto& {
                      return x.policy.drivers.inspection.power_off;
                    }),
                    "Power off the machine after its inspection."),
      inspector_row("extra_kernel_params", member_option([](auto& x) -> auto& {
                      return x.inspection.extra_kernel_params;
                    }),
                    "Further kernel parameters of the ramdisk; each name once."),
      inspector_row("force_dhcp",
                    member_option([](auto& x) -> auto& { return x.inspection.force_dhcp; }),
                    "Let the ramdisk collect LLDP data (ipa-collect-lldp=1)."),
  };
}

std::vector<option> rule_rows() {
  return {
      rules_option("built_in",
                   member_option([](auto& x) -> auto& { return x.inspection.built_in_rules; }),
                   "YAML file of built-in rules, read at the start. Empty: none."),
      rules_option("mask_secrets",
                   named(
                       [](auto& x) -> auto& { return x.inspection.policy.mask; }, mask_names),
                   "Rules for which passwords are masked: always (all rules), sensitive (rules "
                   "that are not marked sensitive), never (none).",
                   among(mask_names)),
      rules_option("default_scope", member_option([](auto& x) -> auto& {
                     return x.inspection.policy.default_scope;
                   }),
                   "Scope of rules without one, except built-in rules. Empty: all nodes."),
      rules_option("supported_interfaces", member_option([](auto& x) -> auto& {
                     return x.inspection.policy.supported_interfaces;
                   }),
                   "Regular expression for the inspect interfaces whose nodes run rules."),
      rules_option("api_call_hosts", member_option([](auto& x) -> auto& {
                     return x.inspection.policy.api_call_hosts;
                   }),
                   "Hosts that the action api-call may call. Empty: no host."),
      discovery_row("enabled",
                    member_option([](auto& x) -> auto& { return x.api.discovery.enabled; }),
                    "Enrol a machine whose inspection data arrives and that has no node."),
      discovery_row("driver",
                    member_option([](auto& x) -> auto& { return x.api.discovery.driver; }),
                    "Driver of discovered nodes."),
      discovery_row("inspection_scope", member_option([](auto& x) -> auto& {
                      return x.inspection.policy.discovery_scope;
                    }),
                    "Inspection scope of discovered nodes. Empty: none."),
      inspection_row("inventory", "data_backend", inventory_backend(),
                     "Where inspection data is stored: database (with the node), none.",
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
