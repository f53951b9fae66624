#include "drivers/ramdisk/protocol/agent.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/json.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/http/certificate.hpp"
#include "drivers/ramdisk/http/tls_choice.hpp"
#include "drivers/ramdisk/http/web_server.hpp"
#include "drivers/ramdisk/inventory/root_disk.hpp"
#include "drivers/ramdisk/protocol/address_wait.hpp"
#include "drivers/ramdisk/protocol/agent_api.hpp"
#include "drivers/ramdisk/protocol/agent_state.hpp"
#include "drivers/ramdisk/protocol/commands.hpp"
#include "drivers/ramdisk/protocol/service_client.hpp"
#include "drivers/ramdisk/system/logs.hpp"
#include "drivers/ramdisk/system/power.hpp"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <random>
#include <thread>

namespace ironbus::ramdisk {

using nlohmann::json;

namespace {

using clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds address_pause{50};
constexpr std::size_t token_size_min = 32;
constexpr int own_certificate_since = 68;
constexpr int exit_no_node = 1;
constexpr int exit_no_token = 2;

double random_between(double least, double most) {
  static std::mt19937_64 source{std::random_device{}()};
  return std::uniform_real_distribution<double>{least, most}(source);
}

clock::duration seconds(double count) {
  return std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(count));
}

std::string host_of(const kernel_parameters& parameters) {
  const auto& urls = parameters.api_urls.empty() ? parameters.callback_urls : parameters.api_urls;
  const auto address = urls.empty() ? std::nullopt : parse_web_address(urls.front());
  return address ? address->host : std::string{};
}

/// The agent's address towards the service, as soon as it has one.
std::string first_address(const kernel_parameters& parameters, const hardware_roots& roots) {
  const auto host = host_of(parameters);
  address_wait_parts parts;
  parts.find = [host] { return source_address(host); };
  parts.interfaces = [&roots] { return list_interfaces(roots.sysfs, true); };
  parts.now = [] { return clock::now(); };
  parts.pause = [] { std::this_thread::sleep_for(address_pause); };
  parts.say = [](const std::string& text) { log_line(text); };
  return wait_for_address(host, parts);
}

/// Waits for a root disk, which a slow controller may not show yet.
std::optional<disk> first_root_disk(const agent_state& state) {
  for (int attempt = 0;; ++attempt) {
    const auto disks = list_disks(state.roots.sysfs);
    try {
      return choose_root_disk(disks, json::object());
    } catch (const command_failure&) {
      if (!disks.empty() || attempt + 1 >= state.parameters.disk_wait_attempts) return std::nullopt;
      std::this_thread::sleep_for(state.parameters.disk_wait_delay);
    }
  }
}

json inspection_data(const agent_state& state) {
  const auto& parameters = state.parameters;
  const auto root = first_root_disk(state);
  json out{{"error", nullptr}};
  out["inventory"] = read_inventory(state.roots, parameters);
  if (root) out["root_disk"] = document_of(*root);
  out["boot_interface"] = out["inventory"]["boot"]["pxe_interface"];
  out["configuration"] = {
      {"collectors", parameters.collectors},
      {"managers",
       json::array({{{"name", "ironbus_hardware_manager"}, {"version", IRONBUS_VERSION}}})}};
  if (parameters.has_collector("pci-devices")) out["pci_devices"] = read_pci_devices(state.roots);
  if (parameters.has_collector("usb-devices")) out["usb_devices"] = read_usb_devices(state.roots);
  if (parameters.has_collector("numa-topology"))
    out["numa_topology"] = read_numa_topology(state.roots);
  if (parameters.collect_lldp) {
    out["lldp_raw"] = json::object();
    for (const auto& one : out["inventory"]["interfaces"])
      if (!one["lldp"].is_null()) out["lldp_raw"][one["name"].get<std::string>()] = one["lldp"];
  }
  if (parameters.has_collector("logs")) out["logs"] = collect_logs();
  return out;
}

bool wants_inspection(const kernel_parameters& parameters) {
  return !parameters.callback_urls.empty() ||
         (parameters.collectors_given && !parameters.api_urls.empty());
}

/// Applies the response of the lookup. False if the agent cannot work because it got no token.
bool accept(agent_state& state, const service_client::looked_up& found) {
  state.set_node(found.node);
  service_rules rules;
  rules.heartbeat_timeout = std::chrono::seconds{
      std::clamp<std::int64_t>(int_member(found.config, "heartbeat_timeout", 300), 1, 86400)};
  rules.md5_allowed = bool_member(found.config, "agent_md5_checksum_enable", false);
  rules.programs_allowed = bool_member(found.config, "enable_bios_bootloader_install", false);
  rules.tls = usable_tls({text_member(found.config, "tls_min_version"),
                          text_member(found.config, "tls_cipher_suites")},
                         state.rules().tls);
  state.set_rules(rules);
  const auto token = text_member(found.config, "agent_token");
  if (token.size() >= token_size_min) {
    state.set_token(token);
  } else if (token == "******" && state.token().empty()) {
    log_line("the service already gave the token to another agent: cannot continue without it");
    return false;
  }
  if (state.token().empty() && bool_member(found.config, "agent_token_required", false)) {
    log_line("the service requires a token, but did not send one");
    return false;
  }
  return true;
}

std::vector<std::string> macs_of(const agent_state& state) {
  std::vector<std::string> out;
  for (const auto& one : list_interfaces(state.roots.sysfs, false))
    if (!one.mac.empty()) out.push_back(one.mac);
  return out;
}

/// Sends heartbeats until the agent ends: each after 0.3 to 0.6 of the service's timeout, after a
/// failure in 5 to 10 s.
void send_heartbeats(agent_state& state, service_client& service,
                     const service_client::heartbeat& base) {
  for (;;) {
    auto x = base;
    x.token = state.token();
    const auto last = clock::now();
    const bool taken = service.send_heartbeat(x);
    const auto timeout = static_cast<double>(state.rules().heartbeat_timeout.count());
    const auto due =
        last + seconds(taken ? timeout * random_between(0.3, 0.6) : random_between(5, 10));
    log_detail(taken ? "heartbeat sent" : "heartbeat rejected");
    if (!taken) state.hurry();
    if (!state.wait_for_heartbeat(due, last)) return;
  }
}

[[noreturn]] void stay() {
  for (;;) ::pause();
}

/// Serves commands and sends heartbeats until a command ends the agent.
void serve(agent_state& state, service_client& service, const std::string& host,
           const std::string& node_uuid) {
  boost::asio::io_context io;
  command_runner runner{make_commands(state), [&state] { state.hurry(); }};
  agent_api api{state, runner};
  service_client::heartbeat base;
  base.node_uuid = node_uuid;
  std::optional<server_tls> tls;
  if (state.parameters.auto_tls && service.version().minor >= own_certificate_since)
    if (auto made = make_certificate("ironbus-agent", host))
      tls = server_tls{std::move(*made), state.rules().tls};
  if (tls) base.certificate = tls->certificate.certificate;
  const auto shown = host.find(':') == std::string::npos ? host : "[" + host + "]";
  base.callback_url = (tls ? "https://" : "http://") + shown + ":" +
                      std::to_string(state.parameters.advertise_port);
  web_server server{io, state.parameters.listen_port, tls,
                    [&api](served_request request) { return api.answer(std::move(request)); }};
  std::thread serving{[&io] { io.run(); }};
  log_line("serving commands at " + base.callback_url);
  send_heartbeats(state, service, base);
  std::this_thread::sleep_for(std::chrono::seconds{2});  // time for the command's response
  io.stop();
  serving.join();
}

}  // namespace

int run_agent(const kernel_parameters& parameters, const hardware_roots& roots) {
  set_logging(parameters.debug, true);
  log_line(std::string{"version "} + IRONBUS_VERSION + " starts");
  log_detail("before the agent:\n" + read_file("/run/log/init").value_or(""));
  if (::access("/etc/.rescued", F_OK) == 0) stay();
  if (parameters.api_urls.empty() && parameters.callback_urls.empty()) {
    log_line("neither ipa-api-url nor ipa-inspection-callback-url is set: nothing to do");
    stay();
  }
  agent_state state{parameters, roots};
  service_rules first;
  first.tls = usable_tls(parameters.tls, {});
  state.set_rules(first);
  const auto own = first_address(parameters, roots);
  const auto host = parameters.advertise_host.empty() ? own : parameters.advertise_host;
  log_line("own address: " + host);
  service_client service{state.parameters};
  service.limit_tls(first.tls);
  const auto known = wants_inspection(parameters) ? service.send_inspection(inspection_data(state))
                                                  : std::string{};
  if (parameters.api_urls.empty()) stay();
  const auto found = service.look_up(macs_of(state), known);
  if (!found) return exit_no_node;
  if (!accept(state, *found)) return exit_no_token;
  service.limit_tls(state.rules().tls);
  const auto uuid = text_member(found->node, "uuid");
  log_line("node: " + uuid);
  serve(state, service, host, uuid);
  if (state.how_it_ends() == agent_state::ending::lock_down) lock_down();
  stay();
}

}  // namespace ironbus::ramdisk
