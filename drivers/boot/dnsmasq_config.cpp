#include "drivers/boot/dnsmasq_config.hpp"

#include "drivers/boot/dnsmasq_files.hpp"

#include <algorithm>
#include <sstream>

namespace ironbus {

namespace {

/// Without DNS. dnsmasq pings an address before it offers it, except a fixed one.
constexpr const char* dhcp_head = R"(# Addresses. There is no DNS here.
port=0
bind-interfaces
except-interface=lo
dhcp-authoritative
)";

constexpr const char* firmware_tags = R"(
# Who asks: BIOS, UEFI by TFTP or by HTTP (RFC 4578, RFC 5970), or iPXE itself.
dhcp-match=set:bios,option:client-arch,0
dhcp-match=set:efi64,option:client-arch,7
dhcp-match=set:efi64,option:client-arch,9
dhcp-match=set:efi-arm64,option:client-arch,11
dhcp-match=set:http64,option:client-arch,16
dhcp-match=set:http-arm64,option:client-arch,19
dhcp-match=set:ipxe,175

# Firmware that boots by HTTP takes only the answer of a server that says so.
dhcp-option-force=tag:http64,60,HTTPClient
dhcp-option-force=tag:http-arm64,60,HTTPClient

# iPXE does not wait for a second DHCP server that knows what to boot (saves 3 s).
dhcp-option=tag:ipxe,encap:175,176,1b
)";

std::string router_lines(const dnsmasq_setup& setup) {
  const std::string mark = setup.has_ipv6 ? "" : "# ";
  std::string out =
      "\n# iPXE waits 14 s for an IPv6 router; this one, which routes nothing, answers at once.\n";
  if (!setup.has_ipv6)
    out += "# It needs an IPv6 address: ip -6 addr add fd00:1::1/64 dev " + setup.interface + "\n";
  return out + mark + "enable-ra\n" + mark + "dhcp-range=::,constructor:" + setup.interface +
         ",ra-only\n" + mark + "ra-param=" + setup.interface + ",4,0\n";
}

std::string with_option_name(const std::string& lines) {
  std::istringstream all{lines};
  std::string out;
  for (std::string line; std::getline(all, line);) out += "dhcp-option=" + line + "\n";
  return out;
}

/// In a watched folder dnsmasq 2.90 rejects a changed line with the same fixed address as before.
std::string file_lines(const dhcp_options& dhcp) {
  if (dhcp.managed_range.empty())
    return "# Boot files of each machine, written by ironbus. dnsmasq reads changes at once.\n"
           "dhcp-hostsdir=" +
           dhcp.hosts_dir + "\ndhcp-optsdir=" + dhcp.opts_dir;
  return "# Boot files and fixed address of each machine, written by ironbus. Reread at SIGHUP.\n"
         "dhcp-hostsfile=" +
         dhcp.hosts_dir + "\ndhcp-optsfile=" + dhcp.opts_dir;
}

/// Unknown machines boot iPXE, which finds only the script of the discovery.
std::string lines_of_unknown(const dnsmasq_setup& setup, const boot_options& options) {
  if (options.dhcp.unknown_machines == "ignore")
    return "\n# Unknown machines get no answer.\n"
           "dhcp-ignore=tag:!known\n";
  return "\n# Unknown machines.\n" +
         with_option_name(boot_file_lines("tag:!ironbus", boot_loader::ipxe, options.loaders,
                                          setup.service_url));
}

}  // namespace

std::string dnsmasq_config(const dnsmasq_setup& setup, const boot_options& options) {
  return "# dnsmasq configuration for machines that ironbus boots. Written by ironbusd.\n\n" +
         std::string{dhcp_head} + "interface=" + setup.interface +
         "\ndhcp-range=" + setup.addresses.first + "," + setup.addresses.last + ",1h\n\n" +
         file_lines(options.dhcp) +
         "\n\n# For firmware that does not boot by HTTP.\n"
         "enable-tftp\ntftp-root=" +
         setup.tftp_root + "\n" + firmware_tags + router_lines(setup) +
         lines_of_unknown(setup, options) + (setup.further.empty() ? "" : "\n" + setup.further);
}

}  // namespace ironbus
