#pragma once

#include "messages/base/time.hpp"
#include "messages/platform/network.hpp"

#include <string>
#include <string_view>

namespace ironbus::http {

/// The MAC address of the owner of an IP address, in lower case. Empty if unknown. Uses the DHCP
/// leases (dnsmasq's) in `lease_file`, or without it the kernel's ARP table. Reads files of at most
/// 4 MiB.
std::string mac_of(const ip_address& address, const std::string& lease_file, timestamp now);

/// Searches the leases: lines "EXPIRY MAC IP NAME ID"; EXPIRY 0 means never. The last match counts.
std::string mac_in_leases(std::string_view text, const ip_address& address, timestamp now);
/// Searches the text of /proc/net/arp.
std::string mac_in_arp(std::string_view text, const ip_address& address);

}  // namespace ironbus::http
