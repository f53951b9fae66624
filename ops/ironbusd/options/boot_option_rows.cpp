// The rows of the sections `pxe`, `dhcp` and `dnsmasq`.

#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

namespace {

option pxe_row(std::string name, field where, std::string description, limits allowed = {}) {
  return {"pxe", std::move(name), std::move(where), std::move(description), std::move(allowed)};
}

std::vector<option> booting() {
  return {
      {"pxe", "http_root", member_option([](auto& x) -> auto& { return x.policy.boot_root; }),
       "Folder of boot files for network boot. Drivers write it and gateways serve from it, so "
       "both need the same folder. No other installation may use it.",
       not_empty(), secrecy::open, "httpboot in the data folder", "/var/lib/ironbus/httpboot"},
      pxe_row(
          "kernel_append_params",
          member_option([](auto& x) -> auto& { return x.boot.kernel_append_params; }),
          "Further kernel parameters of the ramdisk, unless the node or the instance has its own."),
      pxe_row("agent_debug", member_option([](auto& x) -> auto& { return x.boot.agent_debug; }),
              "Let the agent log at debug level (ipa-debug)."),
  };
}

std::vector<option> loaders() {
  return {
      pxe_row(
          "ipxe_bootfile_name", member_option([](auto& x) -> auto& { return x.boot.loaders.bios; }),
          "iPXE for BIOS: a file in the folder network below http_root, like the following ones.",
          not_empty()),
      pxe_row("uefi_ipxe_bootfile_name",
              member_option([](auto& x) -> auto& { return x.boot.loaders.ipxe; }), "iPXE for UEFI.",
              not_empty()),
      pxe_row("uefi_pxe_bootfile_name",
              member_option([](auto& x) -> auto& { return x.boot.loaders.grub; }),
              "Boot loader for UEFI with GRUB: shim, or GRUB itself.", not_empty()),
      pxe_row("ipxe_bootfile_name_by_arch",
              member_option([](auto& x) -> auto& { return x.boot.loaders.ipxe_by_arch; }),
              "The same as uefi_ipxe_bootfile_name for x86_64 or aarch64. A key may name the boot "
              "mode and then comes first: x86_64-uefi, aarch64-uefi, and x86_64-bios instead of "
              "ipxe_bootfile_name."),
      pxe_row("pxe_bootfile_name_by_arch",
              member_option([](auto& x) -> auto& { return x.boot.loaders.grub_by_arch; }),
              "The same as uefi_pxe_bootfile_name for x86_64 or aarch64, also as x86_64-uefi or "
              "aarch64-uefi."),
  };
}

std::vector<option> dhcp() {
  return {
      {"dhcp", "dhcp_provider",
       member_option([](auto& x) -> auto& { return x.boot.dhcp.provider; }),
       "DHCP server that names the boot loader to machines: none (a server that ironbus does not "
       "configure) or dnsmasq (a server that reads the files that ironbus writes).",
       one_of({"none", "dnsmasq"})},
      {"dhcp",
       "managed",
       member_option([](auto& x) -> auto& { return x.managed_dhcp; }),
       "Run a dnsmasq on this interface that gives machines addresses of this range: {interface: "
       "eth1, range: 192.0.2.100-192.0.2.200}. dhcp_provider is then dnsmasq.",
       {},
       secrecy::open,
       "none is run",
       "{interface: eth1, range: 192.0.2.100-192.0.2.200}"},
      {"dhcp", "unknown_machines",
       member_option([](auto& x) -> auto& { return x.boot.dhcp.unknown_machines; }),
       "How dnsmasq treats machines without a node: answer (with auto_discovery.enabled they boot "
       "the agent's ramdisk) or ignore.",
       one_of({"answer", "ignore"})},
      {"dnsmasq", "dhcp_hostsdir",
       member_option([](auto& x) -> auto& { return x.boot.dhcp.hosts_dir; }),
       "dnsmasq's dhcp-hostsdir. With dhcp.managed another folder is used.", not_empty()},
      {"dnsmasq", "dhcp_optsdir",
       member_option([](auto& x) -> auto& { return x.boot.dhcp.opts_dir; }),
       "dnsmasq's dhcp-optsdir. With dhcp.managed another folder is used.", not_empty()},
  };
}

}  // namespace

std::vector<option> boot_option_rows() {
  auto out = booting();
  for (auto part : {loaders, dhcp}) {
    auto more = part();
    std::move(more.begin(), more.end(), std::back_inserter(out));
  }
  return out;
}

}  // namespace ironbus::daemon
