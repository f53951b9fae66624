#include "drivers/ramdisk/system/static_addresses.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/json.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/base/subprocess.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "drivers/ramdisk/deploy/config_drive.hpp"
#include "drivers/ramdisk/deploy/disk_tools.hpp"
#include "drivers/ramdisk/inventory/network.hpp"
#include "drivers/ramdisk/start/load_modules.hpp"
#include "drivers/ramdisk/system/network_plan.hpp"

#include <fcntl.h>

namespace ironbus::ramdisk {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t drive_beginning = 36 * 1024;

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

std::map<std::string, std::string> cards_by_mac(const fs::path& sysfs) {
  std::map<std::string, std::string> out;
  for (const auto& card : list_interfaces(sysfs, false)) out.emplace(card.mac, card.name);
  return out;
}

/// A wrong address is better than none: the other orders follow after a failed one.
void follow(const network_order& order) {
  if (order.program.empty()) {
    if (!write_file(order.file, order.text) && !order.text.starts_with('-'))
      log_line("network_data: cannot write '" + order.text + "' to " + order.file + ": " +
               last_error());
    return;
  }
  const auto end = run_program(order.program);
  if (end.code == 0) return;
  std::string command;
  for (const auto& word : order.program) command += (command.empty() ? "" : " ") + word;
  log_line("network_data: `" + command + "` failed: " + trimmed(end.output));
}

}  // namespace

int set_static_addresses(const fs::path& sysfs) {
  const auto document = parse_json(network_data());
  if (!document) return 0;
  const auto wanted = read_network_data(*document);
  const auto plan = plan_network(wanted, cards_by_mac(sysfs));
  if (!plan.modules.empty()) load_named_modules(plan.modules);
  for (const auto& order : plan.orders) follow(order);
  for (const auto& problem : plan.problems) log_line(problem);
  for (const auto& name : plan.without_dhcp) write_file("/run/static." + name, "");
  std::string servers;
  for (const auto& one : wanted.name_servers) servers += "nameserver " + one + "\n";
  if (!servers.empty()) write_file("/etc/resolv.conf", servers);
  return plan.addresses;
}

}  // namespace ironbus::ramdisk
