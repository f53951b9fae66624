#include "gateways/amqp/amqp_options.hpp"

#include "messages/base/text.hpp"

#include <charconv>
#include <optional>
#include <string>
#include <variant>

namespace ironbus {

namespace {

constexpr uint16_t tls_port = 5671;

auto bad_url(const std::string& why) {
  return fail(error_code::invalid,
              "AMQP URL: " + why +
                  "; expected amqp://[user[:password]@]host[:port][/vhost], or "
                  "amqps:// for TLS");
}

/// Decodes one part of a URL. Errors name the part without its text, which may be a secret.
result<std::monostate> decode_part(std::string_view part, const char* name, std::string& out) {
  auto text = percent_decode(part);
  if (!text || text->find('\0') != std::string::npos)
    return bad_url(std::string{"bad percent-encoding in "} + name);
  out = std::move(*text);
  return std::monostate{};
}

result<std::monostate> read_login(std::string_view login, amqp_address& out) {
  auto colon = login.find(':');
  if (login.substr(0, colon).empty()) return bad_url("empty user");
  out.has_login = true;
  if (auto ok = decode_part(login.substr(0, colon), "the user", out.user); !ok) return ok;
  if (colon == login.npos) return std::monostate{};
  return decode_part(login.substr(colon + 1), "the password", out.password);
}

result<std::monostate> read_port(std::string_view text, amqp_address& out) {
  uint16_t port = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc{} || end != text.data() + text.size() || port == 0)
    return bad_url("port '" + std::string{text} + "' is not a number from 1 to 65535");
  out.port = port;
  return std::monostate{};
}

result<std::monostate> read_host(std::string_view text, amqp_address& out) {
  auto host_end = text.find(':');
  if (text.starts_with('[')) {  // An IPv6 address contains colons.
    auto bracket = text.find(']');
    if (bracket == text.npos) return bad_url("'[' without ']'");
    out.host = text.substr(1, bracket - 1);
    host_end = bracket + 1 == text.size() ? text.npos : bracket + 1;
    if (host_end != text.npos && text[host_end] != ':') return bad_url("text after ']'");
  } else {
    out.host = text.substr(0, host_end);
  }
  if (out.host.empty()) return bad_url("no host");
  if (host_end == text.npos) return std::monostate{};
  return read_port(text.substr(host_end + 1), out);
}

result<std::monostate> read_vhost(std::string_view path, amqp_address& out) {
  if (path.empty()) return std::monostate{};
  if (path.find('/') != path.npos) return bad_url("write a '/' inside the vhost as %2F");
  return decode_part(path, "the vhost", out.vhost);
}

}  // namespace

result<amqp_address> parse_amqp_url(std::string_view url) {
  constexpr std::string_view plain = "amqp://";
  constexpr std::string_view encrypted = "amqps://";
  const bool tls = url.starts_with(encrypted);
  if (!tls && !url.starts_with(plain)) return bad_url("the scheme must be amqp:// or amqps://");
  url.remove_prefix(tls ? encrypted.size() : plain.size());
  if (url.find_first_of("?#") != url.npos) return bad_url("a query or fragment is not allowed");

  amqp_address out;
  out.tls = tls;
  if (tls) out.port = tls_port;
  auto slash = url.find('/');
  auto authority = url.substr(0, slash);
  if (auto place = authority.rfind('@'); place != authority.npos) {
    if (auto ok = read_login(authority.substr(0, place), out); !ok)
      return tl::unexpected(ok.error());
    authority.remove_prefix(place + 1);
  }
  if (auto ok = read_host(authority, out); !ok) return tl::unexpected(ok.error());
  if (slash == url.npos) return out;
  if (auto ok = read_vhost(url.substr(slash + 1), out); !ok) return tl::unexpected(ok.error());
  return out;
}

result<std::monostate> check_login(const amqp_address& where, const amqp_options& how) {
  if (!how.login_by_certificate) return std::monostate{};
  const auto bad = [](const char* what) {
    return fail(error_code::invalid, std::string{"login_by_certificate: "} + what);
  };
  if (!where.tls) return bad("requires an encrypted bus; set bus to amqps://HOST");
  if (how.tls.certificate_file.empty())
    return bad("requires a certificate; set ssl_cert_file, or set this to false");
  if (where.has_login)
    return bad("requires a bus URL without a user; set bus to amqps://HOST, or set this to false");
  return std::monostate{};
}

result<amqp_address> validate(const amqp_options& amqp_options) {
  using namespace std::chrono_literals;
  auto bad = [](const char* what) {
    return fail(error_code::invalid, std::string{"AMQP options: "} + what);
  };
  if (amqp_options.heartbeat < 1s || amqp_options.heartbeat > 600s)
    return bad("heartbeat must be 1 s to 600 s");
  if (amqp_options.connect_timeout <= 0ms) return bad("connect_timeout must be positive");
  if (amqp_options.handshake_timeout <= 0ms) return bad("handshake_timeout must be positive");
  if (amqp_options.rpc_timeout <= 0ms) return bad("rpc_timeout must be positive");
  if (amqp_options.backoff_min <= 0ms || amqp_options.backoff_max < amqp_options.backoff_min)
    return bad("backoff_min must be positive and at most backoff_max");
  if (amqp_options.stop_timeout < 0ms) return bad("stop_timeout must not be negative");
  if (amqp_options.prefetch_max == 0) return bad("prefetch_max must be at least 1");
  if (amqp_options.unconfirmed_max == 0) return bad("unconfirmed_max must be at least 1");
  if (amqp_options.publish_window < 0us || amqp_options.publish_window > 5ms)
    return bad("publish_window must be 0 to 5 ms");
  if (amqp_options.ack_window < 0us || amqp_options.ack_window > 5ms)
    return bad("ack_window must be 0 to 5 ms");
  if (amqp_options.delivery_limit < 1) return bad("delivery_limit must be at least 1");
  if (amqp_options.dead_letters_max < 1) return bad("dead_letters_max must be at least 1");
  if (amqp_options.own_queue_length_max < 1) return bad("own_queue_length_max must be at least 1");
  if (amqp_options.event_log_age < 1h) return bad("event_log_age must be at least 1 h");
  if (amqp_options.event_log_bytes_max < 1) return bad("event_log_bytes_max must be at least 1");
  auto address = parse_amqp_url(amqp_options.url);
  if (!address) return address;
  if (auto good = check_login(*address, amqp_options); !good) return tl::unexpected(good.error());
  return address;
}

}  // namespace ironbus
