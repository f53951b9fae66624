#include "ops/ironbusd/roles/gateway_setup.hpp"

#include "messages/platform/log.hpp"
#include "ops/ironbusd/options/address_check.hpp"
#include "ops/ironbusd/roles/descriptors.hpp"
#include "ops/ironbusd/roles/identity.hpp"
#include "ops/ironbusd/roles/outgoing_web_client.hpp"
#include "ops/ironbusd/roles/own_hosts.hpp"

#include <algorithm>

namespace ironbus::daemon {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds request_grace = 10s;

/// A connection without a descriptor could not be accepted, and its client would get no answer.
size_t granted_connections(const settings& settings, size_t descriptors) {
  const auto wanted = settings.api.server.connections_max;
  const size_t listeners = size_t{1} + (settings.ramdisk_listen.host.empty() ? 0 : 1) +
                           (settings.api.unix_socket.path.empty() ? 0 : 1) +
                           (settings.metadata_listen.host.empty() ? 0 : 1);
  const auto granted = connections_within(descriptors, wanted, listeners);
  if (granted < wanted)
    log::warn(
        "api.max_connections exceeds the limit of open files (ulimit -n); the lower number is used",
        {{log_key::count, std::to_string(granted)}});
  return granted;
}

}  // namespace

http::gateway_options gateway_options_of(const settings& settings,
                                         const installation_policy& policy,
                                         const std::string& process_name, size_t descriptors) {
  auto out = settings.api;
  out.agent_tls = settings.agents.tls;
  out.server.host = settings.listen.host;
  out.server.port = settings.listen.port;
  out.ramdisk_host = settings.ramdisk_listen.host;
  out.ramdisk_port = settings.ramdisk_listen.port;
  out.metadata_host = settings.metadata_listen.host;
  out.metadata_port = settings.metadata_listen.port;
  out.server.connections_max = granted_connections(settings, descriptors);
  out.server.clients.trusted_proxies = networks_among(settings.trusted_proxies);
  out.server.clients.trusts_unix_socket = trusts_unix_socket(settings);
  out.server.stop_grace =
      std::min<std::chrono::milliseconds>(request_grace, settings.drain_timeout / 2);
  out.host_name = process_name;
  out.own_hosts = own_hosts(settings, policy, host_name(), read_name_files());
  out.make_web_client = make_web_client;
  return out;
}

void report_open_access(const settings& settings) {
  if (!settings.uses_way("noauth")) return;
  log::write(settings.noauth_on_network ? log::level::warn : log::level::info,
             "every client that can reach the API may use it (api.auth_strategy: noauth)",
             {{log_key::host, to_string(settings.listen)}});
}

}  // namespace ironbus::daemon
