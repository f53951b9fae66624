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
      pxe_row("http_root", member_option([](auto& x) -> auto& { return x.policy.boot_root; }),
              "Folder of the boot files of the network's boot interfaces. Drivers write them, "
              "gateways hand them out: it is the same for both.",
              not_empty()),
      pxe_row("kernel_append_params",
              member_option([](auto& x) -> auto& { return x.boot.kernel_append_params; }),
              "What the ramdisk's kernel is told besides what the agent needs, unless node or "
              "instance say otherwise."),
      pxe_row("agent_debug", member_option([](auto& x) -> auto& { return x.boot.agent_debug; }),
              "Let the agent log all it does (ipa-debug)."),
  };
}

std::vector<option> loaders() {
  return {
      pxe_row("ipxe_bootfile_name",
              member_option([](auto& x) -> auto& { return x.boot.loaders.bios; }),
              "What BIOS loads: iPXE, a file of the folder network below http_root, as the next "
              "ones.",
              not_empty()),
      pxe_row("uefi_ipxe_bootfile_name",
              member_option([](auto& x) -> auto& { return x.boot.loaders.ipxe; }),
              "What UEFI loads to boot by iPXE.", not_empty()),
      pxe_row("uefi_pxe_bootfile_name",
              member_option([](auto& x) -> auto& { return x.boot.loaders.grub; }),
              "What UEFI loads to boot by GRUB: shim before it, or GRUB itself.", not_empty()),
      pxe_row("ipxe_bootfile_name_by_arch",
              member_option([](auto& x) -> auto& { return x.boot.loaders.ipxe_by_arch; }),
              "The same as uefi_ipxe_bootfile_name for x86_64 or aarch64."),
      pxe_row("pxe_bootfile_name_by_arch",
              member_option([](auto& x) -> auto& { return x.boot.loaders.grub_by_arch; }),
              "The same as uefi_pxe_bootfile_name for x86_64 or aarch64."),
  };
}

std::vector<option> dhcp() {
  return {
      {"dhcp", "dhcp_provider",
       member_option([](auto& x) -> auto& { return x.boot.dhcp.provider; }),
       "Who tells machines by DHCP what they load: none is somebody else's server, dnsmasq one "
       "that reads what is written for it.",
       one_of({"none", "dnsmasq"})},
      {"dhcp",
       "managed",
       member_option([](auto& x) -> auto& { return x.managed_dhcp; }),
       "Run a dnsmasq for the machines on this interface, which gives them the addresses of this "
       "range: {interface: eth1, range: 192.0.2.100-192.0.2.200}. It is dhcp_provider then.",
       {},
       secrecy::open,
       "none is run",
       "{interface: eth1, range: 192.0.2.100-192.0.2.200}"},
      {"dhcp", "unknown_machines",
       member_option([](auto& x) -> auto& { return x.boot.dhcp.unknown_machines; }),
       "What dnsmasq does about machines that it has been told nothing of: answer (with "
       "auto_discovery.enabled they boot the agent's ramdisk) or ignore.",
       one_of({"answer", "ignore"})},
      {"dnsmasq", "dhcp_hostsdir",
       member_option([](auto& x) -> auto& { return x.boot.dhcp.hosts_dir; }),
       "Folder that is dnsmasq's dhcp-hostsdir; of dhcp.managed one of its own.", not_empty()},
      {"dnsmasq", "dhcp_optsdir",
       member_option([](auto& x) -> auto& { return x.boot.dhcp.opts_dir; }),
       "Folder that is dnsmasq's dhcp-optsdir; of dhcp.managed one of its own.", not_empty()},
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
