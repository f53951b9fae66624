#pragma once

#include "ops/ironbusd/options/settings.hpp"

#include <array>
#include <string_view>

namespace ironbus::daemon {

/// A connection of the process to a server of the installation.
struct server_link {
  std::string_view section;  ///< The section of its TLS options.
  std::string_view url_key;  ///< The option with its URL.
  std::string_view encrypted_url;
  bool in_use = false;
  bool encrypted = false;
  const tls_client_options& tls;
};

/// The connections to RabbitMQ, Redis and the trace collector. They refer to `settings`.
std::array<server_link, 3> server_links(const settings& settings);

/// The option's name of a member of tls_client_options, such as "ssl_ca_file".
std::string_view name_of(std::string tls_client_options::*member);
std::string_view name_of(bool tls_client_options::*member);

/// All text members of tls_client_options.
inline constexpr std::array tls_texts{
    &tls_client_options::ca_file, &tls_client_options::certificate_file,
    &tls_client_options::key_file, &tls_client_options::server_name};

}  // namespace ironbus::daemon
