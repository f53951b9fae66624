#include "ops/ironbusd/roles/network_interface.hpp"

#include "drivers/boot/dnsmasq_config.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <bit>
#include <memory>

namespace ironbus::daemon {

namespace {

constexpr uint8_t ipv4_bits_in_ipv6 = 96;

void take_ipv4(const ifaddrs& found, network_interface& out) {
  const auto* address = reinterpret_cast<const sockaddr_in*>(found.ifa_addr);
  const auto* mask = reinterpret_cast<const sockaddr_in*>(found.ifa_netmask);
  char text[INET_ADDRSTRLEN] = {};
  if (!out.ipv4.empty() || mask == nullptr ||
      inet_ntop(AF_INET, &address->sin_addr, text, sizeof text) == nullptr)
    return;
  out.ipv4 = text;
  out.network.bits = static_cast<uint8_t>(ipv4_bits_in_ipv6 + std::popcount(mask->sin_addr.s_addr));
  out.network.base = *parse_ip(out.ipv4);
}

void take_address(const ifaddrs& found, network_interface& out) {
  if (found.ifa_addr == nullptr) return;
  if (found.ifa_addr->sa_family == AF_INET) take_ipv4(found, out);
  if (found.ifa_addr->sa_family == AF_INET6) {
    const auto* address = reinterpret_cast<const sockaddr_in6*>(found.ifa_addr);
    if (!IN6_IS_ADDR_LINKLOCAL(&address->sin6_addr)) out.has_ipv6 = true;
  }
}

}  // namespace

std::optional<network_interface> find_interface(const std::string& name) {
  if (if_nametoindex(name.c_str()) == 0) return std::nullopt;
  network_interface out;
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return out;
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> held{all, &freeifaddrs};
  for (const auto* x = all; x != nullptr; x = x->ifa_next)
    if (name == x->ifa_name) take_address(*x, out);
  return out;
}

std::optional<std::string> refused_interface(const std::string& name, const std::string& range) {
  const auto addresses = parse_address_range(range);
  if (!addresses) return addresses.error().message;
  const auto found = find_interface(name);
  if (!found) return "there is no network interface '" + name + "' on this host";
  if (found->ipv4.empty())
    return "the interface '" + name + "' has no IPv4 address; give it one in the machines' network";
  if (found->network.holds(*parse_ip(addresses->first)) &&
      found->network.holds(*parse_ip(addresses->last)))
    return std::nullopt;
  return "the range '" + range + "' is not in the network of the interface '" + name + "' (" +
         found->ipv4 + "/" + std::to_string(found->network.bits - ipv4_bits_in_ipv6) + ")";
}

}  // namespace ironbus::daemon
