#pragma once

#include "messages/base/errors.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// An IP address as 16 bytes; IPv4 as ::ffff:a.b.c.d, so that both kinds compare alike.
using ip_address = std::array<uint8_t, 16>;

/// "192.0.2.1", "2001:db8::1"; unset for anything else, zone ids included.
std::optional<ip_address> parse_ip(std::string_view text);

/// A network: the first `bits` of an address. "10.0.0.0/8", "2001:db8::/32", or one address.
struct ip_network {
  ip_address base{};
  uint8_t bits = 128;

  bool holds(const ip_address& address) const;
};

/// `invalid` with the text and what is allowed.
result<ip_network> parse_network(std::string_view text);

/// Why nothing is ever sent to this address: "loopback", "link-local", …; empty: it may be. With
/// `allowed` networks only what they hold may be, loopback and the like included if they say so.
std::string_view refused_address(const ip_address& address, const std::vector<ip_network>& allowed);

/// Whether it is of a network that belongs to an organisation or a provider alone (RFC 1918, 4193,
/// 6598), itself or by the IPv4 address that it carries.
bool is_private(const ip_address& address);

}  // namespace ironbus
