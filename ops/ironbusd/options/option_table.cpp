#include "ops/ironbusd/options/option_table.hpp"

#include "ops/ironbusd/text/edit_distance.hpp"

#include <iterator>

namespace ironbus::daemon {

namespace {

/// Shorter texts are parts of too many names.
constexpr size_t part_size_min = 6;

}  // namespace

const std::vector<section>& sections() {
  static const std::vector<section> rows{
      {"", "The process: its roles, its addresses, its bus and its store."},
      {"conductor", "Workflows of nodes. Read by the role conductor."},
      {"api", "The HTTP API. Read by the role gateway."},
      {"keystone_authtoken",
       "How tokens of OpenStack's Keystone are checked; see docs/how-to/use_keystone.md. Read by "
       "the role gateway, only with api.auth_strategy: keystone."},
      {"oidc",
       "Tokens of an OpenID Connect provider, if api.auth_strategy names `oidc`; see "
       "docs/how-to/use_openid_connect.md. Read by the role gateway."},
      {"drivers",
       "Enabled drivers, and how steps run. The enabled_ and default_ options must be the same in "
       "every process."},
      {"deploy", "Work of agents on machines. Read by the roles conductor, gateway and driver."},
      {"agent",
       "Communication with agents. Read by the roles driver and gateway; lost_agent_action and "
       "allow_tokenless_agents by the role conductor."},
      {"agent_containers",
       "Containers as steps of ironic-python-agent, which receives these options with the lookup. "
       "Read by the role gateway."},
      {"image",
       "Images that this service fetches itself. Read by the role driver, and cache_path also by "
       "the role gateway."},
      {"inspector", "Inspection of machines by an agent. Read by the roles conductor and driver."},
      {"inspection_rules", "Inspection rules. Read by the roles conductor and gateway."},
      {"auto_discovery",
       "Discovery of machines without a node. Read by the roles gateway and conductor."},
      {"inventory", "Results of inspection. Read by the role conductor."},
      {"pxe", "Network boot. Read by the roles driver and gateway."},
      {"dhcp", "Boot loader names in DHCP answers. Read by the role driver."},
      {"dnsmasq",
       "Folders that dnsmasq reads, if it is the dhcp_provider. Read by the role driver."},
      {"ipmi", "Communication with BMCs by IPMI. Read by the role driver."},
      {"redfish", "Communication with BMCs by Redfish. Read by the role driver."},
      {"nfs", "A folder from which BMCs read virtual media by NFS. Read by the role driver."},
      {"cifs", "A folder from which BMCs read virtual media by CIFS. Read by the role driver."},
      {"fake", "The simulated machines of fake-hardware. Read by the role driver."},
      {"notifications",
       "Notifications in Ironic's format on RabbitMQ; see docs/reference/notifications.md. Must be "
       "the same in every process."},
      {"webhooks",
       "HTTP endpoints that receive events; see docs/reference/events.md. Read by the roles "
       "conductor and gateway."},
      {"tracing",
       "Traces of requests for an OpenTelemetry collector; see docs/how-to/trace_requests.md."},
      {"amqp", "Connection to RabbitMQ. Most installations need no changes here."},
      {"redis", "Connection to Redis. Most installations need no changes here."},
      {"sqlite", "The SQLite file. Most installations need no changes here."},
      {"secrets",
       "Encryption of secrets in the store and on the bus; see docs/how-to/encrypt_secrets.md."},
  };
  return rows;
}

const std::vector<option>& option_table() {
  static const auto rows = [] {
    std::vector<option> out;
    for (auto part : {process_options,        conductor_option_rows, api_options,
                      api_access_options,     api_identity_options,  keystone_option_rows,
                      driver_option_rows,     deploy_option_rows,    agent_option_rows,
                      agent_container_rows,   image_option_rows,     boot_option_rows,
                      inspection_option_rows, ipmi_option_rows,      redfish_option_rows,
                      media_share_rows,       fake_option_rows,      notification_option_rows,
                      webhook_option_rows,    transport_options,     transport_tls_options,
                      secrets_option_rows,    api_listener_options,  oidc_option_rows}) {
      auto more = part();
      std::move(more.begin(), more.end(), std::back_inserter(out));
    }
    return out;
  }();
  return rows;
}

const option* find_option(std::string_view key) {
  const auto& rows = option_table();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const auto& x) { return x.is_called(key); });
  return found == rows.end() ? nullptr : &*found;
}

std::string nearest_key(std::string_view wrong) {
  // The most common mistake is a name in the wrong section.
  const auto dot = wrong.rfind('.');
  const auto name = dot == std::string_view::npos ? wrong : wrong.substr(dot + 1);
  for (const auto& x : option_table())
    if (x.name == name) return x.key();
  std::string best;
  size_t best_distance = 1 + name.size() / 4;
  for (const auto& x : option_table()) {
    const auto distance = std::min(edit_distance(x.key(), wrong), edit_distance(x.name, name));
    if (distance >= best_distance) continue;
    best_distance = distance;
    best = x.key();
  }
  // Then names that contain the given one: ramdisk_heartbeat_timeout contains heartbeat_timeout.
  for (const auto& x : option_table())
    if (best.empty() && name.size() >= part_size_min && x.name.find(name) != std::string::npos)
      best = x.key();
  return best;
}

}  // namespace ironbus::daemon
