#include "drivers/ramdisk/system/static_addresses.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/json.hpp"
#include "drivers/ramdisk/base/subprocess.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "drivers/ramdisk/deploy/config_drive.hpp"
#include "drivers/ramdisk/deploy/disk_tools.hpp"
#include "drivers/ramdisk/inventory/network.hpp"

#include <arpa/inet.h>
#include <fcntl.h>

#include <array>

namespace ironbus::ramdisk {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::size_t drive_beginning = 36 * 1024;
constexpr std::size_t rows_max = 64;

bool is_address(const std::string& text) {
  std::array<unsigned char, 16> bytes{};
  return ::inet_pton(AF_INET, text.c_str(), bytes.data()) == 1 ||
         ::inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1;
}

/// Prefix length from "255.255.255.0", "64" or a number.
int prefix_of(const json& row, const std::string& address) {
  if (const auto slash = address.find('/'); slash != std::string::npos)
    return static_cast<int>(number(address.substr(slash + 1)).value_or(0));
  const auto mask = text_member(row, "netmask");
  in_addr v4{};
  if (::inet_pton(AF_INET, mask.c_str(), &v4) == 1) return __builtin_popcount(v4.s_addr);
  if (const auto bits = number(mask)) return static_cast<int>(*bits);
  int out = 0;
  std::array<unsigned char, 16> v6{};
  if (::inet_pton(AF_INET6, mask.c_str(), v6.data()) == 1)
    for (const auto byte : v6) out += __builtin_popcount(byte);
  return out;
}

const json& rows_of(const json& document, const char* name) {
  static const json nothing = json::array();
  const auto found = document.is_object() ? document.find(name) : document.end();
  return found != document.end() && found->is_array() && found->size() <= rows_max ? *found
                                                                                   : nothing;
}

std::string default_gateway(const json& row) {
  if (auto plain = text_member(row, "gateway"); is_address(plain)) return plain;
  for (const auto& route : rows_of(row, "routes")) {
    const auto network = text_member(route, "network");
    auto gateway = text_member(route, "gateway");
    const auto mask = text_member(route, "netmask");
    const bool all = network == "0.0.0.0/0" || network == "::/0" ||
                     ((network == "0.0.0.0" || network == "::") &&
                      (mask == "0.0.0.0" || mask == "::" || mask == "0"));
    if (all && is_address(gateway)) return gateway;
  }
  return {};
}

std::string network_data() {
  for (const auto& name : names_in("/sys/class/block")) {
    const auto device = "/dev/" + name;
    const auto file = open_file(device, O_RDONLY | O_NONBLOCK);
    const auto beginning = file ? read_at(file.get(), drive_beginning, 0) : std::nullopt;
    if (!beginning || !is_config_drive(*beginning)) continue;
    try {
      const mounted_system mounted{device, "/mnt/config", medium_kinds,
                                   mounted_system::access::read};
      if (auto text = read_file("/mnt/config/openstack/latest/network_data.json")) return *text;
    } catch (const command_failure&) {
      continue;
    }
  }
  return {};
}

}  // namespace

static_network read_network_data(const json& document) {
  static_network out;
  for (const auto& row : rows_of(document, "networks")) {
    const auto text = text_member(row, "ip_address");
    static_address one;
    one.address = text.substr(0, text.find('/'));
    one.prefix = prefix_of(row, text);
    one.gateway = default_gateway(row);
    if (!is_address(one.address) || one.prefix <= 0 || one.prefix > 128) continue;
    for (const auto& link : rows_of(document, "links")) {
      if (text_member(link, "id") != text_member(row, "link")) continue;
      one.mac = lower(text_member(link, "ethernet_mac_address"));
      one.mtu = static_cast<int>(int_member(link, "mtu", 0));
    }
    if (!one.mac.empty()) out.addresses.push_back(std::move(one));
  }
  for (const auto& row : rows_of(document, "services"))
    if (text_member(row, "type") == "dns" && is_address(text_member(row, "address")))
      out.name_servers.push_back(text_member(row, "address"));
  return out;
}

int set_static_addresses(const fs::path& sysfs) {
  const auto document = parse_json(network_data());
  if (!document) return 0;
  const auto wanted = read_network_data(*document);
  int out = 0;
  for (const auto& one : wanted.addresses) {
    for (const auto& known : list_interfaces(sysfs, false)) {
      if (known.mac != one.mac) continue;
      run_program({"ip", "link", "set", known.name, "up"});
      if (one.mtu >= 68)
        run_program({"ip", "link", "set", known.name, "mtu", std::to_string(one.mtu)});
      run_program({"ip", "address", "add", one.address + "/" + std::to_string(one.prefix), "dev",
                   known.name});
      if (!one.gateway.empty())
        run_program({"ip", "route", "add", "default", "via", one.gateway, "dev", known.name});
      write_file("/run/static." + known.name, "");
      ++out;
    }
  }
  std::string servers;
  for (const auto& one : wanted.name_servers) servers += "nameserver " + one + "\n";
  if (!servers.empty()) write_file("/etc/resolv.conf", servers);
  return out;
}

}  // namespace ironbus::ramdisk
