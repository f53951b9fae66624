#pragma once

#include "ops/ironbusd/options/settings.hpp"

#include <array>
#include <string_view>

namespace ironbus::daemon {

/// The connection of the process to a server of its own.
struct server_link {
  std::string_view section;  ///< Whose options say how it is encrypted.
  std::string_view url_key;  ///< The option that says whether it is.
  std::string_view encrypted_url;
  bool in_use = false;
  bool encrypted = false;
  const tls_client_options& tls;
};

/// Those to RabbitMQ, Redis and the collector of traces; good as long as the settings.
std::array<server_link, 3> server_links(const settings& settings);

/// Option names of a tls_client_options: "ssl_ca_file", …
std::string_view name_of(std::string tls_client_options::*member);
std::string_view name_of(bool tls_client_options::*member);

/// The texts among them.
inline constexpr std::array tls_texts{
    &tls_client_options::ca_file, &tls_client_options::certificate_file,
    &tls_client_options::key_file, &tls_client_options::server_name};

}  // namespace ironbus::daemon
