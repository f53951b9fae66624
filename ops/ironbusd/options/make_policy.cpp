#include "ops/ironbusd/options/settings.hpp"

#include <charconv>

namespace ironbus::daemon {

namespace {

callback_rules agent_callbacks(const settings& settings) {
  callback_rules out;
  out.require_tls = settings.require_tls;
  out.allowed = networks_among(settings.callback_networks);
  return out;
}

std::string service_url(const settings& settings) {
  auto out = settings.policy.service_url.empty() ? settings.api.public_endpoint
                                                 : settings.policy.service_url;
  while (out.ends_with('/')) out.pop_back();
  const auto& host_port =
      settings.ramdisk_listen.host.empty() ? settings.listen : settings.ramdisk_listen;
  const bool anywhere = host_port.host == "0.0.0.0" || host_port.host == "::";
  if (!out.empty() || !settings.has_role("gateway") || host_port.port == 0 || anywhere) return out;
  return (settings.api.server.tls.wanted() ? "https://" : "http://") + to_string(host_port);
}

}  // namespace

std::vector<ip_network> networks_among(const std::vector<std::string>& texts) {
  std::vector<ip_network> out;
  for (const auto& text : texts)
    if (const auto network = parse_network(text)) out.push_back(*network);
  return out;
}

std::vector<uint16_t> ports_among(const std::vector<std::string>& texts) {
  std::vector<uint16_t> out;
  for (const auto& text : texts) {
    uint16_t port = 0;
    const auto* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, port);
    if (read.ec == std::errc{} && read.ptr == end && port != 0) out.push_back(port);
  }
  return out;
}

policy_ptr make_policy(const settings& settings) {
  auto out = std::make_shared<installation_policy>(settings.policy);
  out->callbacks = agent_callbacks(settings);
  out->service_url = service_url(settings);
  out->webhooks.networks = networks_among(settings.webhook_networks);
  out->webhooks.ports = ports_among(settings.webhook_ports);
  return out;
}

}  // namespace ironbus::daemon
