#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "drivers/ramdisk/inventory/network.hpp"

#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <chrono>

namespace ironbus::ramdisk {

namespace {

using clock = std::chrono::steady_clock;

constexpr std::uint16_t lldp_type = 0x88cc;
constexpr std::size_t ethernet_head = 14;
constexpr std::array<unsigned char, 6> group{0x01, 0x80, 0xc2, 0x00, 0x00, 0x0e};

/// A socket that receives the LLDP frames of one interface.
descriptor listen_on(const std::string& name) {
  descriptor out{::socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, htons(lldp_type))};
  if (!out) return out;
  sockaddr_ll place{};
  place.sll_family = AF_PACKET;
  place.sll_protocol = htons(lldp_type);
  place.sll_ifindex = static_cast<int>(::if_nametoindex(name.c_str()));
  packet_mreq member{};
  member.mr_ifindex = place.sll_ifindex;
  member.mr_type = PACKET_MR_MULTICAST;
  member.mr_alen = group.size();
  std::copy(group.begin(), group.end(), member.mr_address);
  if (::bind(out.get(), reinterpret_cast<sockaddr*>(&place), sizeof(place)) != 0)
    return descriptor{};
  ::setsockopt(out.get(), SOL_PACKET, PACKET_ADD_MEMBERSHIP, &member, sizeof(member));
  return out;
}

}  // namespace

nlohmann::json parse_lldp(const std::string& frame) {
  if (frame.size() < ethernet_head) return nullptr;
  auto out = nlohmann::json::array();
  for (std::size_t place = ethernet_head; place + 2 <= frame.size();) {
    const auto head = static_cast<unsigned>(static_cast<unsigned char>(frame[place]) << 8 |
                                            static_cast<unsigned char>(frame[place + 1]));
    const auto kind = head >> 9;
    const auto size = head & 0x1ff;
    place += 2;
    if (place + size > frame.size()) break;
    if (kind == 0) break;  // the end
    out.push_back({kind, to_hex(std::string_view{frame}.substr(place, size))});
    place += size;
  }
  return out;
}

void collect_lldp(std::vector<network_interface>& interfaces, int seconds) {
  std::vector<descriptor> sockets;
  std::vector<pollfd> waited;
  for (const auto& one : interfaces) {
    sockets.push_back(listen_on(one.name));
    waited.push_back({.fd = sockets.back().get(), .events = POLLIN, .revents = 0});
  }
  const auto deadline = clock::now() + std::chrono::seconds{seconds};
  std::size_t missing = interfaces.size();
  while (missing > 0 && clock::now() < deadline) {
    if (::poll(waited.data(), waited.size(), 500) <= 0) continue;
    for (std::size_t i = 0; i < waited.size(); ++i) {
      if ((waited[i].revents & POLLIN) == 0) continue;
      std::string frame(2048, '\0');
      const auto size = ::recv(waited[i].fd, frame.data(), frame.size(), 0);
      if (size <= 0) continue;
      frame.resize(static_cast<std::size_t>(size));
      interfaces[i].lldp = parse_lldp(frame);
      waited[i].fd = -1;
      --missing;
    }
  }
}

}  // namespace ironbus::ramdisk
