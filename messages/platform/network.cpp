#include "messages/platform/network.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>

#include <algorithm>

namespace ironbus {

namespace {

namespace ip = boost::asio::ip;

ip_address mapped(const ip::address_v4& address) {
  return ip::make_address_v6(ip::v4_mapped, address).to_bytes();
}

struct special_network {
  std::string_view text;
  std::string_view why;
};

/// Networks without agents, where a request of ours could do harm.
constexpr std::array special_networks{
    special_network{"127.0.0.0/8", "loopback"},
    special_network{"::1", "loopback"},
    special_network{"0.0.0.0/8", "unspecified"},
    special_network{"::", "unspecified"},
    special_network{"169.254.0.0/16", "link-local"},
    special_network{"fe80::/10", "link-local"},
    special_network{"100.100.100.200", "a metadata service"},
    special_network{"192.0.0.192", "a metadata service"},
    special_network{"fd00:ec2::254", "a metadata service"},
    special_network{"224.0.0.0/4", "multicast"},
    special_network{"ff00::/8", "multicast"},
    special_network{"240.0.0.0/4", "reserved"},
    special_network{"2001::/32", "a tunnel (Teredo)"},
    special_network{"64:ff9b:1::/48", "part of a local IPv4/IPv6 translation"},
};

constexpr std::array<std::string_view, 5> private_networks{
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7",
};

bool is_in_private_network(const ip_address& address) {
  return std::any_of(private_networks.begin(), private_networks.end(),
                     [&](std::string_view text) { return parse_network(text)->holds(address); });
}

/// Networks whose addresses contain an IPv4 address, which is checked as well. Prefix, and offset
/// of the IPv4 address.
struct carrier {
  std::string_view text;
  size_t bits;
};

constexpr std::array carriers{
    carrier{"64:ff9b::/96", 12},
    carrier{"2002::/16", 2},
    carrier{"::/96", 12},
};

std::string_view special_reason(const ip_address& address) {
  for (const auto& row : special_networks)
    if (parse_network(row.text)->holds(address)) return row.why;
  return {};
}

/// The IPv4 address inside an IPv6 address, if there is one.
std::optional<ip_address> carried(const ip_address& address) {
  for (const auto& row : carriers) {
    if (!parse_network(row.text)->holds(address)) continue;
    ip::address_v4::bytes_type inner{};
    std::copy_n(address.begin() + static_cast<std::ptrdiff_t>(row.bits), inner.size(),
                inner.begin());
    return mapped(ip::address_v4{inner});
  }
  return std::nullopt;
}

}  // namespace

std::optional<ip_address> parse_ip(std::string_view text) {
  if (text.find('%') != std::string_view::npos) return std::nullopt;  // Asio drops unknown zones
  boost::system::error_code wrong;
  const auto address = ip::make_address(text, wrong);
  if (wrong) return std::nullopt;
  return address.is_v6() ? address.to_v6().to_bytes() : mapped(address.to_v4());
}

bool ip_network::holds(const ip_address& address) const {
  return ip::network_v6{ip::address_v6{address}, bits}.canonical() ==
         ip::network_v6{ip::address_v6{base}, bits}.canonical();
}

result<ip_network> parse_network(std::string_view text) {
  // "/128"; Asio does not check longer numbers for overflow
  constexpr size_t prefix_length_max = 4;
  constexpr unsigned mapped_bits = 96;
  boost::system::error_code wrong;
  const auto slash = std::min(text.find('/'), text.size());
  const auto address = parse_ip(text.substr(0, slash));
  if (address && slash == text.size()) return ip_network{*address, 128};
  if (address && text.size() - slash <= prefix_length_max) {
    if (const auto v4 = ip::make_network_v4(text, wrong); !wrong)
      return ip_network{*address, static_cast<uint8_t>(v4.prefix_length() + mapped_bits)};
    if (const auto v6 = ip::make_network_v6(text, wrong); !wrong)
      return ip_network{*address, static_cast<uint8_t>(v6.prefix_length())};
  }
  return fail(error_code::invalid, "'" + std::string{text.substr(0, 80)} +
                                       "' is not a network; allowed: an IP address, or one with a "
                                       "prefix such as 192.0.2.0/24");
}

std::string_view refused_address(const ip_address& address,
                                 const std::vector<ip_network>& allowed) {
  if (!allowed.empty()) {
    const bool inside = std::any_of(allowed.begin(), allowed.end(),
                                    [&](const ip_network& net) { return net.holds(address); });
    return inside ? std::string_view{} : "outside the networks that are allowed";
  }
  if (const auto why = special_reason(address); !why.empty()) return why;
  const auto inner = carried(address);
  return inner ? special_reason(*inner) : std::string_view{};
}

bool is_private(const ip_address& address) {
  if (is_in_private_network(address)) return true;
  const auto inner = carried(address);
  return inner && is_in_private_network(*inner);
}

}  // namespace ironbus
