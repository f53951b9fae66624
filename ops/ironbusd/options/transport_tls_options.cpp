// The rows of the sections `amqp`, `redis` and `tracing` that say how connections are encrypted.

#include "ops/ironbusd/options/encrypted_links.hpp"
#include "ops/ironbusd/options/option_table.hpp"
#include "ops/ironbusd/options/tls_limit_rows.hpp"

namespace ironbus::daemon {

namespace {

/// The rows of one section; `place` returns the TLS options in the settings.
template <class Place>
class tls_rows {
public:
  tls_rows(std::string section, std::string encrypted, Place place)
      : section_{std::move(section)}, encrypted_{std::move(encrypted)}, place_{place} {}

  std::vector<option> limits(const std::string& peer) const {
    const auto limits_place = [place = place_](auto& x) -> auto& { return place(x).limits; };
    return tls_limit_rows(section_, peer, limits_place, " Only with " + encrypted_ + ".");
  }

  template <class Value>
  option row(Value tls_client_options::*member, std::string description, std::string unset = {},
             std::string example = {}) const {
    option out{
        section_, std::string{name_of(member)},
        member_option([ member, place = place_ ](auto& x) -> auto& { return place(x).*member; }),
        std::move(description) + " Only with " + encrypted_ + "."};
    out.unset = std::move(unset);
    out.example = std::move(example);
    return out;
  }

private:
  std::string section_, encrypted_;
  Place place_;
};

template <class Place>
std::vector<option> rows_of(const tls_rows<Place>& make, const std::string& peer) {
  using o = tls_client_options;
  std::vector<option> out{
      make.row(&o::ca_file,
               "Certificate authorities that verify the server, PEM. This file and the next two "
               "are read for each new connection.",
               "the system's authorities", "/etc/ironbus/ca.crt"),
      make.row(&o::certificate_file,
               "Client certificate with its chain, PEM, for servers that request one.", "none",
               "/etc/ironbus/client.crt"),
      make.row(&o::key_file, "Private key of that certificate, PEM, not encrypted.", "none",
               "/etc/ironbus/client.key"),
      make.row(&o::verify_host,
               "Require the server's name in its certificate. If false, any certificate of the "
               "authorities is accepted."),
      make.row(&o::server_name,
               "Name or IP address that the server's certificate must contain; also sent as SNI.",
               "the host of the URL", "fleet.example.org"),
  };
  for (auto& row : make.limits(peer)) out.push_back(std::move(row));
  return out;
}

}  // namespace

std::vector<option> transport_tls_options() {
  const auto amqp = [](auto& x) -> auto& { return x.amqp.tls; };
  const auto redis = [](auto& x) -> auto& { return x.redis.tls; };
  const auto tracing = [](auto& x) -> auto& { return x.tracing.tls; };
  std::vector<option> out;
  for (auto& more : {rows_of(tls_rows{"amqp", "`amqps://`", amqp}, "RabbitMQ"),
                     rows_of(tls_rows{"redis", "`rediss://` or `rediss+sentinel://`", redis},
                             "Redis and its Sentinels"),
                     rows_of(tls_rows{"tracing", "`https://`", tracing}, "the collector")})
    out.insert(out.end(), more.begin(), more.end());
  return out;
}

}  // namespace ironbus::daemon
