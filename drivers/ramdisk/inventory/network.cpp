#include "drivers/ramdisk/inventory/network.hpp"

#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/text.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cstring>
#include <memory>

namespace ironbus::ramdisk {

namespace fs = std::filesystem;

namespace {

template <class Value>
nlohmann::json value_or_null(const std::optional<Value>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
}

std::optional<std::string> address_text(const sockaddr* address) {
  std::array<char, INET6_ADDRSTRLEN> out{};
  if (address->sa_family == AF_INET) {
    const auto* v4 = reinterpret_cast<const sockaddr_in*>(address);
    ::inet_ntop(AF_INET, &v4->sin_addr, out.data(), out.size());
    return out.data();
  }
  const auto* v6 = reinterpret_cast<const sockaddr_in6*>(address);
  if (address->sa_family != AF_INET6 || IN6_IS_ADDR_LINKLOCAL(&v6->sin6_addr)) return std::nullopt;
  ::inet_ntop(AF_INET6, &v6->sin6_addr, out.data(), out.size());
  return out.data();
}

void add_addresses(std::vector<network_interface>& interfaces) {
  ifaddrs* list = nullptr;
  if (::getifaddrs(&list) != 0) return;
  const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owner{list, &::freeifaddrs};
  for (const auto* one = list; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr) continue;
    const bool v4 = one->ifa_addr->sa_family == AF_INET;
    if (!v4 && one->ifa_addr->sa_family != AF_INET6) continue;
    for (auto& known : interfaces) {
      if (known.name != one->ifa_name) continue;
      auto& place = v4 ? known.ipv4 : known.ipv6;
      if (!place) place = address_text(one->ifa_addr);
    }
  }
}

network_interface read_interface(const fs::path& folder, const std::string& name) {
  network_interface out;
  out.name = name;
  // All members of a bond show the bond's address.
  auto mac = read_value(folder / "bonding_slave" / "perm_hwaddr");
  if (!mac) mac = read_value(folder / "address");
  out.mac = lower(mac.value_or(""));
  if (const auto carrier = read_value(folder / "carrier")) out.has_carrier = *carrier == "1";
  if (const auto speed = number(read_value(folder / "speed").value_or("")))
    out.speed_mbps = static_cast<int>(*speed);
  // A virtio device is below the PCI device that has the identifiers.
  auto device = folder / "device";
  if (!read_value(device / "class") && read_value(device / ".." / "class")) device = device / "..";
  out.vendor = read_value(device / "vendor");
  out.product = read_value(device / "device");
  std::error_code error;
  if (const auto real = fs::canonical(device, error);
      !error && real.filename().string().size() == 12)
    out.pci_address = real.filename().string();
  out.driver = link_name(folder / "device" / "driver");
  return out;
}

}  // namespace

std::vector<network_interface> list_interfaces(const fs::path& sysfs, bool with_addresses) {
  std::vector<network_interface> out;
  for (const auto& name : names_in(sysfs / "class" / "net")) {
    const auto folder = sysfs / "class" / "net" / name;
    std::error_code error;
    if (fs::exists(folder / "device", error)) out.push_back(read_interface(folder, name));
  }
  if (with_addresses) add_addresses(out);
  return out;
}

nlohmann::json document_of(const network_interface& card) {
  return {{"name", card.name},
          {"mac_address", card.mac},
          {"ipv4_address", value_or_null(card.ipv4)},
          {"ipv6_address", value_or_null(card.ipv6)},
          {"has_carrier", card.has_carrier.value_or(false)},
          {"lldp", card.lldp},
          {"vendor", value_or_null(card.vendor)},
          {"product", value_or_null(card.product)},
          {"client_id", nullptr},
          {"biosdevname", nullptr},
          {"speed_mbps", value_or_null(card.speed_mbps)},
          {"pci_address", value_or_null(card.pci_address)},
          {"driver", value_or_null(card.driver)}};
}

std::optional<std::string> source_address(const std::string& host) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), "9", &wanted, &found) != 0) return std::nullopt;
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner{found, &::freeaddrinfo};
  for (const auto* one = found; one != nullptr; one = one->ai_next) {
    const descriptor socket{::socket(one->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
    // Connecting a datagram socket sends nothing, but selects the route.
    if (!socket || ::connect(socket.get(), one->ai_addr, one->ai_addrlen) != 0) continue;
    sockaddr_storage ours{};
    socklen_t size = sizeof(ours);
    if (::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&ours), &size) != 0) continue;
    if (auto text = address_text(reinterpret_cast<sockaddr*>(&ours))) return text;
  }
  return std::nullopt;
}

}  // namespace ironbus::ramdisk
