#pragma once

#include "actors/inspection/processing/policy.hpp"
#include "actors/runtime/conductor/conductor.hpp"
#include "drivers/agent/protocol/agent_options.hpp"
#include "drivers/boot/boot_options.hpp"
#include "drivers/execution/executor_options.hpp"
#include "drivers/fake/fake_options.hpp"
#include "drivers/ipmi/ipmi_options.hpp"
#include "drivers/redfish/client/redfish_options.hpp"
#include "drivers/webhook/webhook_client.hpp"
#include "gateways/amqp/amqp_options.hpp"
#include "gateways/http/services/options.hpp"
#include "gateways/otlp/otlp_options.hpp"
#include "gateways/redis/redis_options.hpp"
#include "gateways/sqlite/sqlite_options.hpp"
#include "messages/model/policy.hpp"
#include "messages/platform/log.hpp"
#include "ops/ironbusd/text/host_port.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::daemon {

/// The options of inspection, as written.
struct inspection_settings {
  inspection::policy_options policy;  ///< Without the lists below.
  std::vector<std::string> cpu_capabilities{
      "vmx:cpu_vt", "svm:cpu_vt", "aes:cpu_aes", "pse:cpu_hugepages", "pdpe1gb:cpu_hugepages_1g",
      "smx:cpu_txt"};
  std::vector<std::string> pci_device_alias;
  std::vector<std::string> physical_network_cidr_map;
  std::string built_in_rules;  ///< Path of a YAML file; empty: none.
  std::string extra_kernel_params;
  bool force_dhcp = false;
};

/// The dnsmasq that this process runs (dhcp.managed).
struct managed_dhcp_options {
  std::string interface;
  std::string range;  ///< "FIRST-LAST"

  bool wanted() const { return !interface.empty(); }
};

/// The policy without folders: an unset folder is below the data folder (completion.hpp).
inline installation_policy policy_without_folders() {
  installation_policy out;
  out.boot_root.clear();
  out.image_root.clear();
  return out;
}
inline ipmi_options ipmi_without_folders() {
  ipmi_options out;
  out.console_folder.clear();
  return out;
}

/// The values of all options. The option table maps options to members; each part's options define
/// the defaults.
struct settings {
  host_port listen{"127.0.0.1", 6385};
  host_port ramdisk_listen;   ///< No host: at listen.
  host_port metadata_listen;  ///< No host: off.
  host_port health_listen;    ///< No host: off.
  std::string data;           ///< Empty: see data_folder.hpp.
  std::vector<std::string> roles{"gateway", "conductor", "driver"};
  std::string name;             ///< Empty: see identity.hpp.
  std::string installation_id;  ///< Empty: see installation.hpp.
  std::string bus = "local";
  std::string store = "sqlite";
  std::string log_level = "info";
  std::string log_format = "logfmt";
  log::budget_options log_budget;
  std::vector<std::string> secret_keys;  ///< In addition to messages/base/secrets.cpp.
  std::string secret_key_file;           ///< secrets.key_file; empty: see secret_key_file.hpp.
  std::chrono::seconds drain_timeout{25};

  /// As written; only make_policy() combines several options.
  installation_policy policy = policy_without_folders();
  conductor_options conductor;
  std::string certificate_key_file;  ///< certificate_key_file; empty: none.
  runtime_options runtime;
  http::gateway_options api;
  executor_options executor;
  uint16_t driver_threads = 1;
  agent_options agents;
  boot_options boot;
  managed_dhcp_options managed_dhcp;
  std::string ramdisk;  ///< A folder made by ops/ramdisk (ramdisk_folder.hpp); empty: none.
  ipmi_options ipmi = ipmi_without_folders();
  redfish_options redfish;
  /// Networks of agents, and whether they need TLS: policy.callbacks, as written.
  std::vector<std::string> callback_networks;
  bool require_tls = true;
  std::vector<std::string> trusted_proxies;  ///< api.server.clients.trusted_proxies, as written.
  bool noauth_on_network = false;            ///< The strategy noauth may listen on any address.
  webhook_client_options webhook_client;
  std::vector<std::string> webhook_networks;              ///< policy.webhooks.networks,
  std::vector<std::string> webhook_ports{"443", "8443"};  ///< and its ports, as written.
  inspection_settings inspection;
  fake_options fake;
  amqp_options amqp;
  redis_options redis;
  sqlite_options sqlite;
  otlp::otlp_options tracing;

  bool has_role(std::string_view role) const {
    return std::find(roles.begin(), roles.end(), role) != roles.end();
  }
  bool uses_way(std::string_view way) const {
    return std::find(api.auth_strategy.begin(), api.auth_strategy.end(), way) !=
           api.auth_strategy.end();
  }
  bool all_roles() const {
    return has_role("gateway") && has_role("conductor") && has_role("driver");
  }
  bool local_bus() const { return bus == "local" || bus == "local:"; }
  bool sqlite_store() const { return store == "sqlite" || store == "sqlite:"; }
};

/// The item of api.trusted_proxies that stands for the clients of the Unix socket.
inline constexpr std::string_view unix_socket_proxy = "unix";

inline bool trusts_unix_socket(const settings& settings) {
  const auto& all = settings.trusted_proxies;
  return std::find(all.begin(), all.end(), unix_socket_proxy) != all.end();
}

/// The policy of all roles. Invalid networks are left out, because rules.cpp rejects them.
policy_ptr make_policy(const settings& settings);
/// The valid networks in `texts`.
std::vector<ip_network> networks_among(const std::vector<std::string>& texts);
/// The valid ports, 1 to 65535, in `texts`.
std::vector<uint16_t> ports_among(const std::vector<std::string>& texts);

}  // namespace ironbus::daemon
