#include "drivers/ramdisk/inventory/bmc_address.hpp"

#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "drivers/ramdisk/start/load_modules.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/ipmi.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/ioctl.h>

#include <array>
#include <vector>

namespace ironbus::ramdisk {

namespace {

constexpr unsigned char transport_function = 0x0c;  // IPMI 2.0, section 23
constexpr unsigned char get_lan_parameters = 0x02;
constexpr unsigned char parameter_address = 3;
constexpr unsigned char parameter_mac = 5;
constexpr unsigned char parameter_static_v6 = 56;
constexpr unsigned char parameter_dynamic_v6 = 59;
constexpr int channel_max = 11;
constexpr int answer_milliseconds = 1500;

/// The bytes after the completion code and the revision; empty on an error.
std::string ask(int device, unsigned char channel, unsigned char parameter) {
  std::array<unsigned char, 4> data{channel, parameter, 0, 0};
  ipmi_system_interface_addr target{};
  target.addr_type = IPMI_SYSTEM_INTERFACE_ADDR_TYPE;
  target.channel = IPMI_BMC_CHANNEL;
  static long sequence = 0;
  ipmi_req request{};
  request.addr = reinterpret_cast<unsigned char*>(&target);
  request.addr_len = sizeof(target);
  request.msgid = ++sequence;
  request.msg.netfn = transport_function;
  request.msg.cmd = get_lan_parameters;
  request.msg.data = data.data();
  request.msg.data_len = data.size();
  if (::ioctl(device, IPMICTL_SEND_COMMAND, &request) != 0) return {};
  pollfd waited{.fd = device, .events = POLLIN, .revents = 0};
  if (::poll(&waited, 1, answer_milliseconds) <= 0) return {};
  std::array<unsigned char, 256> answer{};
  ipmi_addr source{};
  ipmi_recv received{};
  received.addr = reinterpret_cast<unsigned char*>(&source);
  received.addr_len = sizeof(source);
  received.msg.data = answer.data();
  received.msg.data_len = answer.size();
  if (::ioctl(device, IPMICTL_RECEIVE_MSG_TRUNC, &received) != 0) return {};
  if (received.msgid != sequence || received.msg.data_len < 2 || answer[0] != 0) return {};
  return {reinterpret_cast<char*>(answer.data()) + 2,
          static_cast<std::size_t>(received.msg.data_len) - 2};
}

std::string v6_text(const std::string& bytes, std::size_t place) {
  std::array<char, INET6_ADDRSTRLEN> out{};
  ::inet_ntop(AF_INET6, bytes.data() + place, out.data(), out.size());
  return out.data();
}

/// The address in parameter 56 or 59: set selector, source, 16 bytes, prefix length, status.
std::string v6_of(int device, unsigned char channel, unsigned char parameter) {
  const auto bytes = ask(device, channel, parameter);
  if (bytes.size() < 19) return {};
  auto text = v6_text(bytes, 2);
  const bool usable = text != "::" && lower(text).rfind("fe80", 0) != 0;
  return usable ? text + "/" + std::to_string(static_cast<unsigned char>(bytes[18]))
                : std::string{};
}

bool read_channel(int device, unsigned char channel, bmc_network& out) {
  const auto address = ask(device, channel, parameter_address);
  if (address.size() < 4) return false;
  std::string text;
  for (std::size_t i = 0; i < 4; ++i)
    text += (i == 0 ? "" : ".") + std::to_string(static_cast<unsigned char>(address[i]));
  if (text == "0.0.0.0") return false;
  out.ipv4 = text;
  if (const auto mac = ask(device, channel, parameter_mac); mac.size() >= 6) {
    auto digits = to_hex(mac.substr(0, 6));
    for (const std::size_t place : {10, 8, 6, 4, 2}) digits.insert(place, ":");
    out.mac = digits;
  }
  for (const auto parameter : {parameter_static_v6, parameter_dynamic_v6}) {
    if (out.ipv6 != "::/0") break;
    if (auto v6 = v6_of(device, channel, parameter); !v6.empty()) out.ipv6 = std::move(v6);
  }
  return true;
}

}  // namespace

std::optional<bmc_network> read_bmc_network() {
  load_named_modules({"ipmi_si", "ipmi_devintf"});
  descriptor device;
  for (const auto* path : {"/dev/ipmi0", "/dev/ipmi/0", "/dev/ipmidev/0"})
    if (!device) device = open_file(path, O_RDWR);
  if (!device) return std::nullopt;
  bmc_network out;
  for (unsigned char channel = 1; channel <= channel_max; ++channel)
    if (read_channel(device.get(), channel, out)) break;
  return out;
}

}  // namespace ironbus::ramdisk
