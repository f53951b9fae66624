#pragma once

#include <string>

namespace ironbus {

/// Who tells machines by DHCP what they load. Names in comments are the options' names.
struct dhcp_options {
  /// "none": somebody else; "dnsmasq": a dnsmasq that reads our files (dhcp_provider).
  std::string provider = "none";
  std::string hosts_dir = "/etc/dnsmasq.d/hostsdir.d";  ///< dhcp_hostsdir.
  std::string opts_dir = "/etc/dnsmasq.d/optsdir.d";    ///< dhcp_optsdir.
  /// What dnsmasq does about machines that we have told it nothing of: "answer" or "ignore"
  /// (unknown_machines).
  std::string unknown_machines = "answer";
};

inline bool by_dnsmasq(const dhcp_options& options) { return options.provider == "dnsmasq"; }

}  // namespace ironbus
