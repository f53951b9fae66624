#pragma once

#include <string>

namespace ironbus {

/// Settings of the DHCP answers for network boot. Names in comments are option names.
struct dhcp_options {
  /// "none": an external DHCP server; "dnsmasq": a dnsmasq that reads our files (dhcp_provider).
  std::string provider = "none";
  std::string hosts_dir = "/etc/dnsmasq.d/hostsdir.d";  ///< dhcp_hostsdir.
  std::string opts_dir = "/etc/dnsmasq.d/optsdir.d";    ///< dhcp_optsdir.
  /// Address range of the dnsmasq that ironbusd runs: known machines get fixed addresses of it, and
  /// that dnsmasq rereads its files at SIGHUP. Empty: another dnsmasq. Not an option.
  std::string managed_range;
  /// dnsmasq's behaviour for unknown machines: "answer" or "ignore" (unknown_machines).
  std::string unknown_machines = "answer";
};

inline bool by_dnsmasq(const dhcp_options& options) { return options.provider == "dnsmasq"; }

}  // namespace ironbus
