#pragma once

#include "messages/base/time.hpp"
#include "messages/platform/network.hpp"

#include <string>
#include <string_view>

namespace ironbus::http {

/// The MAC address of whoever has an IP address, in lower case; empty: nobody is known to. By the
/// leases of a DHCP server where `lease_file` names them (dnsmasq's), else by whom this host has
/// heard itself (the kernel's ARP table). Reads files of at most 4 MiB.
std::string mac_of(const ip_address& address, const std::string& lease_file, timestamp now);

/// Of the text of such a file: "EXPIRY MAC IP NAME ID", a line each; 0: never. The last one counts.
std::string mac_in_leases(std::string_view text, const ip_address& address, timestamp now);
/// Of the text of /proc/net/arp.
std::string mac_in_arp(std::string_view text, const ip_address& address);

}  // namespace ironbus::http
