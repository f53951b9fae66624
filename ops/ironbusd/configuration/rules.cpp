#include "ops/ironbusd/configuration/rules.hpp"

#include "drivers/fake/fake_faults.hpp"
#include "drivers/registry/registry.hpp"
#include "gateways/amqp/amqp_options.hpp"
#include "ops/ironbusd/configuration/access_rules.hpp"
#include "ops/ironbusd/configuration/listener_rules.hpp"
#include "ops/ironbusd/configuration/notification_rules.hpp"
#include "ops/ironbusd/configuration/step_ties.hpp"
#include "ops/ironbusd/configuration/webhook_rules.hpp"
#include "ops/ironbusd/options/encrypted_links.hpp"
#include "ops/ironbusd/roles/inspection_role.hpp"

namespace ironbus::daemon {

namespace {

void check_roles(const settings& settings, problems& out) {
  if (settings.all_roles()) return;
  if (settings.local_bus())
    out.push_back(
        {"", "bus",
         "'local' connects the roles of one process only, and this process lacks some; allowed: "
         "the roles gateway,conductor,driver together, or bus: amqp://HOST"});
  if (settings.sqlite_store())
    out.push_back(
        {"", "store",
         "'sqlite' serves one process only, and this process lacks roles; allowed: the roles "
         "gateway,conductor,driver together, or store: redis://HOST"});
}

void check_addresses(const settings& settings, problems& out) {
  if (!settings.has_role("gateway")) return;
  const auto refuse_same = [&](const char* key, const host_port& listener, const char* other_key,
                               const host_port& other) {
    if (listener == other && listener.port != 0)
      out.push_back({"", key, "'" + to_string(listener) + "' is also the address of " + other_key});
  };
  refuse_same("health_listen", settings.health_listen, "listen", settings.listen);
  refuse_same("ramdisk_listen", settings.ramdisk_listen, "listen", settings.listen);
  refuse_same("metadata_listen", settings.metadata_listen, "listen", settings.listen);
  refuse_same("metadata_listen", settings.metadata_listen, "ramdisk_listen",
              settings.ramdisk_listen);
  refuse_same("metadata_listen", settings.metadata_listen, "health_listen", settings.health_listen);
  refuse_same("ramdisk_listen", settings.ramdisk_listen, "health_listen", settings.health_listen);
}

void check_certificate(const settings& settings, problems& out) {
  const auto& tls = settings.api.server.tls;
  if (tls.certificate.empty() == tls.key.empty()) return;
  const std::string missing = tls.key.empty() ? "ssl_key_file" : "ssl_cert_file";
  const std::string given = tls.key.empty() ? "ssl_cert_file" : "ssl_key_file";
  out.push_back({"", "api." + missing,
                 "is unset while api." + given + " is set; allowed: both, or none of them"});
}

/// An encrypted connection needs certificate and key together. For an unencrypted one these options
/// are an error, because they would have no effect.
void check_links(const settings& settings, problems& out) {
  for (const auto& link : server_links(settings)) {
    const auto key_of = [&](std::string tls_client_options::*member) {
      return std::string{link.section} + "." + std::string{name_of(member)};
    };
    const auto certificate = &tls_client_options::certificate_file;
    const auto key = &tls_client_options::key_file;
    if (link.encrypted && (link.tls.*certificate).empty() != (link.tls.*key).empty()) {
      const bool no_key = (link.tls.*key).empty();
      out.push_back({"", key_of(no_key ? key : certificate),
                     "is unset while " + key_of(no_key ? certificate : key) +
                         " is set; allowed: both, or none of them"});
    }
    if (!link.in_use || link.encrypted) continue;
    const auto refuse = [&](std::string name) {
      out.push_back({"", std::move(name),
                     "is set while " + std::string{link.url_key} +
                         " is not encrypted; allowed: " + std::string{link.url_key} + ": " +
                         std::string{link.encrypted_url} + ", or none"});
    };
    for (const auto member : tls_texts)
      if (!(link.tls.*member).empty()) refuse(key_of(member));
    if (link.tls.limits.minimum_version != tls_limits{}.minimum_version)
      refuse(std::string{link.section} + ".tls_minimum_version");
    if (!link.tls.limits.ciphers.empty()) refuse(std::string{link.section} + ".tls_ciphers");
  }
}

/// Splits a failure "option: sentence" of another module's check.
problem from_failure(const failure& failure, const std::string& section) {
  const auto colon = failure.message.find(": ");
  const auto key = failure.message.substr(0, colon);
  if (colon == std::string::npos || key.find(' ') != std::string::npos)
    return {"", section, failure.message};
  const bool whole = key.starts_with(section + ".");
  return {"", whole ? key : section + "." + key, failure.message.substr(colon + 2)};
}

/// Logins at RabbitMQ and at Sentinels.
void check_logins(const settings& settings, problems& out) {
  if (settings.redis.sentinel_password.empty() && !settings.redis.sentinel_user.empty())
    out.push_back({"", "redis.sentinel_user",
                   "is set while redis.sentinel_password is unset; allowed: both, or only the "
                   "password, or none of them"});
  if (!settings.redis.sentinel_password.empty() && !settings.sqlite_store() &&
      settings.store.find("+sentinel://") == std::string::npos)
    out.push_back({"", "redis.sentinel_password",
                   "is set while store names no Sentinels; allowed: store: "
                   "rediss+sentinel://HOST/SERVICE, or none"});
  if (settings.local_bus()) return;
  const auto address = parse_amqp_url(settings.bus);
  if (!address) return;
  if (const auto good = check_login(*address, settings.amqp); !good)
    out.push_back(from_failure(good.error(), "amqp"));
}

void check_drivers(const settings& x, problems& out) {
  if (const auto catalog = build_catalog(x.policy.drivers); !catalog)
    out.push_back(from_failure(catalog.error(), "drivers"));
}

void check_overrides(const settings& settings, problems& out) {
  const auto check = [&](const char* key, const priority_overrides& all) {
    for (const auto& [name, priority] : all) {
      const auto dot = name.find('.');
      const auto kind = name.substr(0, dot);
      if (dot == std::string::npos || dot + 1 == name.size() ||
          std::find(interface_kinds.begin(), interface_kinds.end(), kind) == interface_kinds.end())
        out.push_back({"", std::string{"conductor."} + key,
                       "'" + name +
                           "' is not a valid step name; allowed: INTERFACE.STEP, such as "
                           "deploy.erase_devices"});
    }
  };
  check("clean_step_priority_override", settings.policy.clean_step_priority_override);
  check("deploy_step_priority_override", settings.conductor.deploy_step_priority_override);
  check("verify_step_priority_override", settings.conductor.verify_step_priority_override);
}

/// `allowed_word`: an item that is allowed besides networks; empty: none.
void check_networks(const char* key, const std::vector<std::string>& texts, problems& out,
                    std::string_view allowed_word = {}) {
  for (const auto& text : texts)
    if (const auto network = parse_network(text); !network && text != allowed_word)
      out.push_back({"", key, network.error().message});
}

/// The total size must allow the largest body; otherwise it would always be rejected.
void check_budgets(const settings& settings, problems& out) {
  const auto& api = settings.api;
  const auto& clients = api.server.clients;
  const auto largest =
      std::max({api.body_bytes_max, api.provision_body_bytes_max, api.inspection_body_bytes_max});
  if (clients.body_bytes_per_address_max < largest)
    out.push_back({"", "api.max_bodies_size_per_address",
                   "is less than the largest allowed body (api.max_json_body_size, "
                   "…_provision, …_inspection); allowed: at least " +
                       std::to_string(largest / 1024) + " KiB"});
  if (clients.body_bytes_max < clients.body_bytes_per_address_max)
    out.push_back({"", "api.max_bodies_size",
                   "is less than api.max_bodies_size_per_address; allowed: at least " +
                       std::to_string(clients.body_bytes_per_address_max / 1024) + " KiB"});
}

void check_inspection(const settings& settings, problems& out) {
  if (const auto made = make_engine(settings); !made) {
    const auto& text = made.error().message;  // "<option>: sentence"
    const auto colon = text.find(": ");
    out.push_back({"", text.substr(0, colon), text.substr(colon + 2)});
  }
  const auto& discovery = settings.api.discovery;
  if (!discovery.enabled) return;
  const auto catalog = build_catalog(settings.policy.drivers);
  if (discovery.driver.empty())
    out.push_back({"", "auto_discovery.driver",
                   "is unset while auto_discovery.enabled is true; allowed: an enabled driver"});
  else if (catalog && catalog->find_type(discovery.driver) == nullptr)
    out.push_back({"", "auto_discovery.driver",
                   "'" + discovery.driver +
                       "' is not in drivers.enabled_hardware_types; allowed: one of these"});
}

void check_fake(const settings& settings, problems& out) {
  if (const auto faults = fake_faults::build(settings.fake.failures); !faults)
    out.push_back(from_failure(faults.error(), "fake"));
  if (settings.fake.seed) return;
  for (const auto& [kind, text] : settings.fake.delays)
    if (text.find(',') != std::string::npos)
      out.push_back({"", "fake." + kind + "_delay",
                     "the range '" + text + "' gives random delays, which require fake.seed"});
}

void check_vendor_rows(const settings& settings, problems& out) {
  if (const auto rows = read_vendor_rows(settings.redfish.vendor_rows); !rows)
    out.push_back(from_failure(rows.error(), "redfish"));
}

/// A share needs its folder and its URL; a password needs its user.
void check_shares(const settings& settings, problems& out) {
  const auto together = [&](const std::string& key, bool given, const std::string& other,
                            bool other_given) {
    if (!given && other_given)
      out.push_back(
          {"", key, "is unset while " + other + " is set; allowed: both, or none of them"});
  };
  for (const auto& row : share_rows()) {
    const auto& share = settings.redfish.*row.share;
    const std::string section{row.section};
    const auto url = section + ".base_url";
    const auto path = section + ".share_path";
    together(url, !share.base_url.empty(), path, !share.share_path.empty());
    together(path, !share.share_path.empty(), url, !share.base_url.empty());
    together(section + ".username", !share.username.empty(), section + ".password",
             !share.password.empty());
  }
}

/// Ramdisks on the machines' network must be able to reach this service.
void check_managed_dhcp(const settings& settings, problems& out) {
  if (!settings.managed_dhcp.wanted()) return;
  const auto& where =
      settings.ramdisk_listen.host.empty() ? settings.listen : settings.ramdisk_listen;
  if (settings.has_role("gateway") && is_loopback(where))
    out.push_back({"", "dhcp.managed",
                   "machines on '" + settings.managed_dhcp.interface +
                       "' cannot reach this service at " + to_string(where) +
                       "; allowed: ramdisk_listen with an address of that interface"});
  if (make_policy(settings)->service_url.empty())
    out.push_back(
        {"", "dhcp.managed",
         "the URL of this service for machines is unknown; allowed: agent.service_url, or "
         "ramdisk_listen with a single address"});
}

}  // namespace

problems broken_rules(const settings& settings) {
  problems out;
  check_roles(settings, out);
  check_addresses(settings, out);
  check_certificate(settings, out);
  check_links(settings, out);
  check_logins(settings, out);
  check_access(settings, out);
  check_drivers(settings, out);
  check_overrides(settings, out);
  check_step_ties(settings, out);
  check_networks("agent.callback_networks", settings.callback_networks, out);
  check_networks("api.trusted_proxies", settings.trusted_proxies, out, unix_socket_proxy);
  check_listeners(settings, out);
  check_networks("webhooks.networks", settings.webhook_networks, out);
  check_webhooks(settings, out);
  check_budgets(settings, out);
  check_inspection(settings, out);
  check_fake(settings, out);
  check_vendor_rows(settings, out);
  check_shares(settings, out);
  check_managed_dhcp(settings, out);
  check_notifications(settings, out);
  return out;
}

}  // namespace ironbus::daemon
