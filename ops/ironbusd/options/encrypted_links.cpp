#include "ops/ironbusd/options/encrypted_links.hpp"

namespace ironbus::daemon {

std::array<server_link, 3> server_links(const settings& settings) {
  return {{{"amqp", "bus", "amqps://HOST", !settings.local_bus(),
            settings.bus.starts_with("amqps://"), settings.amqp.tls},
           {"redis", "store", "rediss://HOST", !settings.sqlite_store(),
            settings.store.starts_with("rediss"), settings.redis.tls},
           {"tracing", "tracing.endpoint", "https://HOST", !settings.tracing.endpoint.empty(),
            settings.tracing.endpoint.starts_with("https://"), settings.tracing.tls}}};
}

std::string_view name_of(std::string tls_client_options::*member) {
  constexpr std::array<std::string_view, tls_texts.size()> names{"ssl_ca_file", "ssl_cert_file",
                                                                 "ssl_key_file", "ssl_server_name"};
  const auto* found = std::find(tls_texts.begin(), tls_texts.end(), member);
  return names.at(static_cast<size_t>(found - tls_texts.begin()));
}

std::string_view name_of(bool tls_client_options::* /*member*/) { return "ssl_verify_host"; }

}  // namespace ironbus::daemon
