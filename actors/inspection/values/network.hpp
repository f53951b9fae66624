#pragma once

#include "messages/platform/network.hpp"

#include <optional>
#include <string>

namespace ironbus::inspection {

/// An IPv4 or IPv6 address. Unlike elsewhere, the two families never compare.
struct ip_address {
  bool v6 = false;
  ironbus::ip_address bytes{};
};

struct ip_network {
  ip_address base;
  unsigned prefix_bits = 0;
};

/// Nothing if the text is not an address in its usual form: no prefix, no zone, no blanks.
std::optional<ip_address> parse_address(const std::string& text);

/// `address`, `address/bits`, `address/netmask` or `address/hostmask`; bits beyond the prefix are
/// ignored.
std::optional<ip_network> parse_network(const std::string& text);

/// False for different families.
bool contains(const ip_network& network, const ip_address& address);

}  // namespace ironbus::inspection
