#pragma once

#include "messages/ports/web_client.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ironbus::http {

/// How tokens of OpenStack's Keystone are checked (section keystone_authtoken).
struct keystone_options {
  std::string www_authenticate_uri;  ///< For clients without a token. Empty: auth_url.
  std::string auth_url;              ///< Where this service logs in, with or without "/v3".
  std::string username = "ironic";
  std::string password;
  std::string user_domain_name = "Default";
  std::string project_name = "service";
  std::string project_domain_name = "Default";
  std::string cafile;    ///< Authorities that verify Keystone, PEM. Empty: those of the system.
  std::string certfile;  ///< Client certificate for Keystone, PEM. Empty: none.
  std::string keyfile;
  bool insecure = false;                   ///< Do not verify Keystone's certificate.
  std::string region_name;                 ///< Of the endpoint in the catalog. Empty: any.
  std::string interface = "internal";      ///< The same: "public", "internal" or "admin".
  std::string service_type = "baremetal";  ///< In the access rules of application credentials.
  std::vector<std::string> service_token_roles{"service"};
  bool service_token_roles_required = true;
  std::chrono::seconds token_cache_time{300};  ///< 0: valid tokens are not cached.
  std::chrono::milliseconds http_connect_timeout{5'000};
  uint32_t http_request_max_retries = 3;
};

/// The options of the web client that asks Keystone.
web_client_options web_options_of(const keystone_options& options);

/// The URL of the API version 3 below the URL of an identity service.
std::string identity_v3(std::string_view url);

}  // namespace ironbus::http
