#include "gateways/redis/redis_url.hpp"

#include "messages/base/text.hpp"

#include <charconv>
#include <optional>
#include <variant>

namespace ironbus::redis {

namespace {

tl::unexpected<failure> wrong(std::string_view what) {
  return fail(error_code::invalid, "store URL: " + std::string{what} +
                                       "; expected redis://[user:password@]host[:port][/database]");
}

std::optional<uint32_t> number(std::string_view text) {
  uint32_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

result<std::monostate> read_login(std::string_view text, endpoint& address) {
  auto colon = text.find(':');
  if (colon == std::string_view::npos) return wrong("a login needs user:password (or :password)");
  auto user = percent_decode(text.substr(0, colon));
  auto password = percent_decode(text.substr(colon + 1));
  if (!user || !password) return wrong("bad percent-encoding in user or password");
  address.user = *std::move(user);
  address.password = *std::move(password);
  return std::monostate{};
}

/// Splits "host:port" or "[::1]:port" and leaves the port empty if there is none.
bool split_address(std::string_view text, std::string_view& host, std::string_view& port) {
  auto colon = text.find(':');
  if (text.starts_with('[')) {
    auto close = text.find(']');
    if (close == std::string_view::npos) return false;
    host = text.substr(1, close - 1);
    colon = close + 1 == text.size() ? std::string_view::npos : close + 1;
    if (colon != std::string_view::npos && text[colon] != ':') return false;
  } else {
    host = text.substr(0, colon);
  }
  if (colon == std::string_view::npos) return true;
  port = text.substr(colon + 1);
  return !port.empty();
}

result<std::monostate> read_address(std::string_view text, endpoint& address) {
  std::string_view host;
  std::string_view port;
  if (!split_address(text, host, port) || host.empty())
    return wrong("no host in '" + std::string{text} + "'");
  address.host = host;
  if (port.empty()) return std::monostate{};
  auto value = number(port);
  if (!value || *value == 0 || *value > 65535)
    return wrong("port '" + std::string{port} + "' is not within 1 to 65535");
  address.port = static_cast<uint16_t>(*value);
  return std::monostate{};
}

}  // namespace

result<endpoint> parse_url(std::string_view url) {
  constexpr std::string_view scheme = "redis://";
  if (url.starts_with("rediss://")) return wrong("TLS (rediss://) is not supported");
  if (!url.starts_with(scheme)) return wrong("it does not begin with redis://");
  auto rest = url.substr(scheme.size());

  endpoint target;
  auto slash = rest.rfind('/');
  if (slash != std::string_view::npos && rest.find('@', slash) == std::string_view::npos) {
    auto text = rest.substr(slash + 1);
    auto value = text.empty() ? std::optional<uint32_t>{0} : number(text);
    if (!value) return wrong("database '" + std::string{text} + "' is not a number");
    target.database = *value;
    rest = rest.substr(0, slash);
  }
  if (auto place = rest.rfind('@'); place != std::string_view::npos) {
    if (auto login = read_login(rest.substr(0, place), target); !login)
      return tl::unexpected<failure>(login.error());
    rest = rest.substr(place + 1);
  }
  if (auto address = read_address(rest, target); !address)
    return tl::unexpected<failure>(address.error());
  return target;
}

}  // namespace ironbus::redis
