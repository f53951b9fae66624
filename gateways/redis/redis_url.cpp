#include "gateways/redis/redis_url.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <variant>

namespace ironbus::redis {

namespace {

constexpr uint16_t sentinel_port = 26379;

struct scheme {
  std::string_view text;
  bool tls = false;
  bool by_sentinel = false;
};

constexpr std::array<scheme, 4> schemes{{{"redis://", false, false},
                                         {"rediss://", true, false},
                                         {"redis+sentinel://", false, true},
                                         {"rediss+sentinel://", true, true}}};

tl::unexpected<failure> wrong(std::string_view what) {
  return fail(error_code::invalid,
              "store URL: " + std::string{what} +
                  "; expected redis://[user:password@]host[:port][/database] or "
                  "redis+sentinel://[user:password@]host[:port][,…]/service[/database], "
                  "or with TLS rediss:// or rediss+sentinel://");
}

std::optional<uint32_t> number(std::string_view text) {
  uint32_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

result<std::monostate> read_login(std::string_view text, endpoint& address) {
  auto colon = text.find(':');
  if (colon == std::string_view::npos) return wrong("a login must be user:password or :password");
  auto user = percent_decode(text.substr(0, colon));
  auto password = percent_decode(text.substr(colon + 1));
  if (!user || !password) return wrong("bad percent-encoding in user or password");
  address.user = *std::move(user);
  address.password = *std::move(password);
  return std::monostate{};
}

/// Splits "host:port" or "[::1]:port". The port is empty if it is missing.
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

result<std::monostate> read_address(std::string_view text, server& address) {
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

result<std::monostate> read_sentinels(std::string_view text, endpoint& target) {
  for (size_t begin = 0; begin <= text.size();) {
    const auto comma = std::min(text.find(',', begin), text.size());
    server sentinel{"", sentinel_port, target.tls};
    if (auto address = read_address(text.substr(begin, comma - begin), sentinel); !address)
      return address;
    target.sentinels.push_back(std::move(sentinel));
    begin = comma + 1;
  }
  return std::monostate{};
}

/// Removes the part after the first slash and returns it.
std::string_view cut_path(std::string_view& text) {
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) return {};
  const auto out = text.substr(slash + 1);
  text = text.substr(0, slash);
  return out;
}

result<std::monostate> read_place(std::string_view text, bool by_sentinel, endpoint& target) {
  auto path = cut_path(text);
  auto database = path;
  if (by_sentinel) {
    database = cut_path(path);
    target.service = path;
    if (path.empty()) return wrong("the service name after the Sentinels is missing");
  }
  auto value = database.empty() ? std::optional<uint32_t>{0} : number(database);
  if (!value) return wrong("database '" + std::string{database} + "' is not a number");
  target.database = *value;
  return by_sentinel ? read_sentinels(text, target) : read_address(text, target);
}

}  // namespace

result<endpoint> parse_url(std::string_view url) {
  const auto* form = std::find_if(schemes.begin(), schemes.end(),
                                  [&](const scheme& x) { return url.starts_with(x.text); });
  if (form == schemes.end())
    return wrong(
        "the scheme must be redis://, rediss://, redis+sentinel:// or "
        "rediss+sentinel://");
  auto rest = url.substr(form->text.size());
  endpoint target;
  target.tls = form->tls;
  if (auto end = rest.rfind('@'); end != std::string_view::npos) {
    if (auto login = read_login(rest.substr(0, end), target); !login)
      return tl::unexpected<failure>(login.error());
    rest = rest.substr(end + 1);
  }
  if (auto place = read_place(rest, form->by_sentinel, target); !place)
    return tl::unexpected<failure>(place.error());
  return target;
}

result<endpoint> target_of(const redis_options& options) {
  auto target = parse_url(options.url);
  if (target) target->sentinel_login = {options.sentinel_user, options.sentinel_password};
  return target;
}

}  // namespace ironbus::redis
