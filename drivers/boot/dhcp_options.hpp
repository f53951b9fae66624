#pragma once

#include <string>

namespace ironbus {

/// Settings of the DHCP answers for network boot. Names in comments are option names.
struct dhcp_options {
  /// "none": an external DHCP server; "dnsmasq": a dnsmasq that reads our files (dhcp_provider).
  std::string provider = "none";
  std::string hosts_dir = "/etc/dnsmasq.d/hostsdir.d";  ///< dhcp_hostsdir.
  std::string opts_dir = "/etc/dnsmasq.d/optsdir.d";    ///< dhcp_optsdir.
  /// dnsmasq's behaviour for unknown machines: "answer" or "ignore" (unknown_machines).
  std::string unknown_machines = "answer";
};

inline bool by_dnsmasq(const dhcp_options& options) { return options.provider == "dnsmasq"; }

}  // namespace ironbus
