#include "messages/base/network.hpp"

#include <arpa/inet.h>

#include <algorithm>

namespace ironbus {

namespace {

constexpr std::array<uint8_t, 12> mapped_prefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr uint8_t mapped_bits = 96;

bool is_mapped(const ip_address& x) {
  return std::equal(mapped_prefix.begin(), mapped_prefix.end(), x.begin());
}

struct special_network {
  std::string_view text;
  std::string_view why;
};

/// Where no agent is, and where a request of ours could do harm.
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
};

/// Networks whose addresses carry an IPv4 address: it counts as well. Prefix, and where it begins.
struct carrier {
  std::string_view text;
  size_t at;
};

constexpr std::array carriers{
    carrier{"64:ff9b::/96", 12},
    carrier{"2002::/16", 2},
    carrier{"::/96", 12},
};

std::string_view special_reason(const ip_address& x) {
  for (const auto& row : special_networks)
    if (parse_network(row.text)->holds(x)) return row.why;
  return {};
}

/// The IPv4 address that an IPv6 address carries, if it is such a one.
std::optional<ip_address> carried(const ip_address& address) {
  for (const auto& row : carriers) {
    if (!parse_network(row.text)->holds(address)) continue;
    ip_address out{};
    std::copy(mapped_prefix.begin(), mapped_prefix.end(), out.begin());
    std::copy_n(address.begin() + static_cast<std::ptrdiff_t>(row.at), 4, out.begin() + 12);
    return out;
  }
  return std::nullopt;
}

}  // namespace

std::optional<ip_address> parse_ip(std::string_view text) {
  const std::string whole{text};
  ip_address out{};
  if (inet_pton(AF_INET6, whole.c_str(), out.data()) == 1) return out;
  std::copy(mapped_prefix.begin(), mapped_prefix.end(), out.begin());
  if (inet_pton(AF_INET, whole.c_str(), out.data() + mapped_prefix.size()) == 1) return out;
  return std::nullopt;
}

bool ip_network::holds(const ip_address& address) const {
  const size_t whole = bits / 8;
  if (!std::equal(base.begin(), base.begin() + static_cast<std::ptrdiff_t>(whole), address.begin()))
    return false;
  const auto mask = static_cast<uint8_t>(0xff00U >> (bits % 8));
  return bits % 8 == 0 || (base[whole] & mask) == (address[whole] & mask);
}

result<ip_network> parse_network(std::string_view text) {
  const auto slash = text.find('/');
  const auto address = parse_ip(text.substr(0, slash));
  const auto refused = fail(error_code::invalid, "'" + std::string{text.substr(0, 80)} +
                                                     "' is no network; allowed: an IP address, or "
                                                     "one with a prefix such as 192.0.2.0/24");
  if (!address) return refused;
  ip_network out{*address, 128};
  if (slash == std::string_view::npos) return out;
  const auto digits = text.substr(slash + 1);
  if (digits.empty() || digits.size() > 3 ||
      !std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return refused;
  const bool v4 = is_mapped(*address) && text.find(':') == std::string_view::npos;
  const int bits = std::stoi(std::string{digits}) + (v4 ? mapped_bits : 0);
  if (bits > 128) return refused;
  out.bits = static_cast<uint8_t>(bits);
  return out;
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

}  // namespace ironbus
