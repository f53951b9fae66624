#include "ops/ironbusd/configuration/file_rules.hpp"

#include "gateways/http/access/access_files.hpp"
#include "gateways/http/access/client_certificate/certificate_users.hpp"
#include "gateways/http/access/htpasswd.hpp"
#include "gateways/http/access/oidc/claim_mapping.hpp"
#include "gateways/http/services/network_data.hpp"
#include "messages/crypto/signing_key.hpp"
#include "ops/ironbusd/configuration/keystone_rules.hpp"
#include "ops/ironbusd/folders/ramdisk_folder.hpp"
#include "ops/ironbusd/options/encrypted_links.hpp"
#include "ops/ironbusd/roles/managed_dnsmasq.hpp"
#include "ops/ironbusd/roles/network_interface.hpp"
#include "ops/ironbusd/store_tools/secret_key_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

namespace ironbus::daemon {

namespace {

void check_users(const settings& settings, problems& out) {
  const auto& ways = settings.api.auth_strategy;
  if (std::find(ways.begin(), ways.end(), "http_basic") == ways.end()) return;
  if (const auto read = http::read_htpasswd(settings.api.http_basic_auth_user_file); !read)
    out.push_back({"", "api.http_basic_auth_user_file", read.error().message});
}

void check_access_files(const settings& settings, problems& out) {
  const auto& roles = settings.api.user_roles_file;
  const auto& policy = settings.api.policy_file;
  if (!roles.empty())
    if (const auto read = http::read_user_roles(roles); !read)
      out.push_back({"", "api.user_roles_file", read.error().message});
  if (!policy.empty())
    if (const auto read = http::read_policy(policy, {}); !read)
      out.push_back({"", "api.policy_file", read.error().message});
}

void check_certificate_users(const settings& settings, problems& out) {
  const auto& path = settings.api.client_certificates_file;
  if (path.empty()) return;
  if (const auto read = http::certificate_users::read(path); !read)
    out.push_back({"", "api.client_certificates_file", read.error().message});
}

void check_claim_mapping(const settings& settings, problems& out) {
  const auto& ways = settings.api.auth_strategy;
  const auto& path = settings.api.oidc.mapping_file;
  if (path.empty() || std::find(ways.begin(), ways.end(), "oidc") == ways.end()) return;
  if (const auto read = http::read_claim_mapping(path); !read)
    out.push_back({"", "oidc.mapping_file", read.error().message});
}

void check_certificate_files(const settings& settings, problems& out) {
  const auto& tls = settings.api.server.tls;
  if (tls.certificate.empty() || tls.key.empty()) return;  // rules.cpp requires both
  // In the order of http::tls_file.
  static constexpr std::array option_names{"api.ssl_cert_file", "api.ssl_key_file",
                                           "api.client_ca_file", "api.client_crl_file"};
  if (tls.clients.wanted() && tls.clients.ca_file.empty()) return;  // access_rules.cpp requires it
  if (const auto good = http::check_tls_files(tls); !good)
    out.push_back(
        {"", option_names.at(static_cast<size_t>(good.error().which)), good.error().sentence});
}

void check_keystone_files(const settings& settings, problems& out) {
  const auto& ways = settings.api.auth_strategy;
  if (std::find(ways.begin(), ways.end(), "keystone") != ways.end())
    check_keystone_certificates(settings.api.keystone, out);
}

void check_network_data_schema(const settings& settings, problems& out) {
  const auto& path = settings.api.network_data_schema;
  if (path.empty()) return;
  if (const auto read = http::network_data_schema::read(path); !read)
    out.push_back({"", "api.network_data_schema", read.error().message});
}

void check_certificate_key(const settings& settings, problems& out) {
  const auto& path = settings.certificate_key_file;
  if (path.empty() || !settings.has_role("conductor")) return;
  if (const auto read = signing_key::read(path); !read)
    out.push_back({"", "conductor.certificate_key_file", read.error().message});
}

void check_secret_keys_file(const settings& settings, problems& out) {
  if (const auto read = read_secret_box(settings); !read)
    out.push_back({"", "secrets.key_file", read.error().message});
}

void check_link_files(const settings& settings, problems& out) {
  for (const auto& link : server_links(settings)) {
    const auto& tls = link.tls;
    if (!link.encrypted || tls.certificate_file.empty() != tls.key_file.empty()) continue;
    if (const auto bad = find_problem(tls))
      out.push_back(
          {"", std::string{link.section} + "." + std::string{name_of(bad->file)}, bad->sentence});
  }
}

void check_ramdisk_folder(const settings& settings, problems& out) {
  if (auto missing = missing_in_ramdisk(settings))
    out.push_back({"", "ramdisk", std::move(*missing)});
}

void check_share_folders(const settings& settings, problems& out) {
  if (!settings.has_role("driver")) return;
  for (const auto& row : share_rows()) {
    const auto& path = (settings.redfish.*row.share).share_path;
    std::error_code unknown;
    if (!path.empty() && !std::filesystem::is_directory(path, unknown))
      out.push_back({"", std::string{row.section} + ".share_path",
                     "there is no folder '" + path + "'; allowed: the folder that is exported"});
  }
}

void check_managed_interface(const settings& settings, problems& out) {
  const auto& managed = settings.managed_dhcp;
  if (!managed.wanted() || !settings.has_role("driver")) return;
  if (find_dnsmasq().empty())
    out.push_back({"", "dhcp.managed", "dnsmasq is not installed; install dnsmasq-base"});
  if (auto refused = refused_interface(managed.interface, managed.range))
    out.push_back({"", "dhcp.managed", std::move(*refused)});
}

}  // namespace

problems broken_files(const settings& settings) {
  problems out;
  check_link_files(settings, out);
  check_certificate_key(settings, out);
  check_secret_keys_file(settings, out);
  check_ramdisk_folder(settings, out);
  check_share_folders(settings, out);
  check_managed_interface(settings, out);
  if (!settings.has_role("gateway")) return out;
  check_users(settings, out);
  check_access_files(settings, out);
  check_claim_mapping(settings, out);
  check_certificate_files(settings, out);
  check_keystone_files(settings, out);
  check_certificate_users(settings, out);
  check_network_data_schema(settings, out);
  return out;
}

}  // namespace ironbus::daemon
