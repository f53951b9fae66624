#pragma once

#include "messages/base/errors.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// An IP address as 16 bytes; IPv4 as ::ffff:a.b.c.d, so that both compare alike.
using ip_address = std::array<uint8_t, 16>;

/// Parses "192.0.2.1" or "2001:db8::1"; unset for anything else, including zone ids.
std::optional<ip_address> parse_ip(std::string_view text);

/// A network: the first `bits` of an address. "10.0.0.0/8", "2001:db8::/32", or one address.
struct ip_network {
  ip_address base{};
  uint8_t bits = 128;

  bool holds(const ip_address& address) const;
};

/// `invalid` with the text and the allowed forms.
result<ip_network> parse_network(std::string_view text);

/// Why nothing may be sent to this address: "loopback", "link-local", …; empty: it is allowed. If
/// `allowed` has networks, only their addresses are allowed, even loopback.
std::string_view refused_address(const ip_address& address, const std::vector<ip_network>& allowed);

/// Whether the address is in a private network of an organisation or provider (RFC 1918, 4193,
/// 6598), by itself or by the IPv4 address inside it.
bool is_private(const ip_address& address);

}  // namespace ironbus
