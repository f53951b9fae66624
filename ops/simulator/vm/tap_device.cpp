#include "ops/simulator/vm/tap_device.hpp"

#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <variant>

namespace ironbus::simulator {

namespace {

constexpr const char* tun_device = "/dev/net/tun";

tl::unexpected<failure> no_device(const std::string& what) {
  return fail(error_code::unavailable, what + ": " + std::strerror(errno));
}

ifreq named(const std::string& name) {
  ifreq out{};
  name.copy(out.ifr_name, IFNAMSIZ - 1);
  return out;
}

int index_of(int control, const std::string& name) {
  auto asked = named(name);
  return ::ioctl(control, SIOCGIFINDEX, &asked) == 0 ? asked.ifr_ifindex : -1;
}

result<std::monostate> plug_in(int control, const std::string& tap, const std::string& bridge) {
  auto port = named(bridge);
  port.ifr_ifindex = index_of(control, tap);
  if (::ioctl(control, SIOCBRADDIF, &port) != 0)
    return no_device("cannot add the tap device " + tap + " to the bridge '" + bridge + "'");
  auto up = named(tap);
  up.ifr_flags = IFF_UP;
  if (::ioctl(control, SIOCSIFFLAGS, &up) != 0)
    return no_device("cannot activate the tap device " + tap);
  return {};
}

}  // namespace

result<owned_fd> make_tap(const std::string& bridge) {
  owned_fd tap{::open(tun_device, O_RDWR | O_CLOEXEC)};
  if (!tap) return no_device(std::string{"cannot open "} + tun_device);
  auto wanted = named("vmtap%d");
  wanted.ifr_flags = IFF_TAP | IFF_NO_PI | IFF_VNET_HDR;
  if (::ioctl(tap.get(), TUNSETIFF, &wanted) != 0)
    return no_device("cannot create a tap device (needs CAP_NET_ADMIN)");
  const owned_fd control{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
  if (!control) return no_device("cannot create a socket");
  if (auto plugged = plug_in(control.get(), wanted.ifr_name, bridge); !plugged)
    return tl::unexpected(plugged.error());
  return tap;
}

}  // namespace ironbus::simulator
