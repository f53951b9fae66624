#include "messages/platform/http_url.hpp"

#include "messages/base/text.hpp"
#include "messages/platform/network.hpp"

#include <boost/url/parse.hpp>

#include <algorithm>
#include <charconv>

namespace ironbus {

namespace {

namespace urls = boost::urls;

constexpr size_t http_url_length_max = 2048;
constexpr size_t shown_length_max = 200;

tl::unexpected<failure> bad_url(const char* why) { return fail(error_code::invalid, why); }

/// Resolvers read "127.1", "0x7f000001" and "2130706433" as addresses; Boost.URL treats them as
/// names.
bool is_number_as_name(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  const auto last = host.substr(host.find_last_of('.') + 1);
  return last.starts_with("0x") || last.starts_with("0X") ||
         std::all_of(last.begin(), last.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// The host without brackets; empty: not a host that requests can be sent to.
std::string host_of(const urls::url_view& url) {
  const std::string host{url.encoded_host_address()};
  switch (url.host_type()) {
    case urls::host_type::ipv4:
    case urls::host_type::ipv6: return parse_ip(host) ? host : std::string{};  // no zone ids
    case urls::host_type::name: {
      const bool plain = std::all_of(host.begin(), host.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '.' || c == '_';
      });
      return plain && !is_number_as_name(host) ? host : std::string{};
    }
    default: return {};
  }
}

/// 0: invalid. Boost 1.81 reads 80080 as 14544.
uint16_t port_of(std::string_view digits) {
  uint16_t out = 0;
  const auto* last = digits.data() + digits.size();
  return std::from_chars(digits.data(), last, out).ec == std::errc{} ? out : 0;
}

}  // namespace

result<http_url> parse_http_url(std::string_view text, uint16_t default_port) {
  if (text.size() > http_url_length_max) return bad_url("it is longer than 2048 characters");
  const auto parsed = urls::parse_uri({text.data(), text.size()});
  if (!parsed) return bad_url("it is not a valid URL");
  const bool secure = parsed->scheme_id() == urls::scheme::https;
  if (!secure && parsed->scheme_id() != urls::scheme::http)
    return bad_url("its scheme must be http or https");
  if (parsed->has_userinfo()) return bad_url("it must not hold credentials");
  if (parsed->has_query() || parsed->has_fragment())
    return bad_url("it must have neither a query nor a fragment");
  http_url out;
  out.secure = secure;
  out.host = host_of(*parsed);
  out.path = std::string{parsed->encoded_path()};
  // Boost 1.81 ends a host after a text like an IP address; the rest would become the path.
  if (out.host.empty() || (!out.path.empty() && !out.path.starts_with('/')))
    return bad_url("it needs a host name or an IP address");
  if (default_port == 0) default_port = secure ? 443 : 80;
  out.port = parsed->has_port() ? port_of(parsed->port()) : default_port;
  if (out.port == 0) return bad_url("its port must be a number from 1 to 65535");
  return out;
}

result<http_url> parse_http_url_with_query(std::string_view text) {
  const auto query = text.find('?');
  auto out = parse_http_url(text.substr(0, query));
  if (!out || query == std::string_view::npos) return out;
  const auto rest = text.substr(query);
  const bool plain = std::all_of(rest.begin(), rest.end(),
                                 [](unsigned char c) { return c > ' ' && c < 127 && c != '#'; });
  if (!plain || text.size() > http_url_length_max)
    return bad_url("its query is too long, or holds blanks, control characters or a fragment");
  out->path = (out->path.empty() ? "/" : out->path) + std::string{rest};
  return out;
}

result<http_url> follow_location(const http_url& base, std::string_view location) {
  if (!location.starts_with('/') || location.starts_with("//"))
    return parse_http_url_with_query(location);
  const std::string root =
      (base.secure ? "https://" : "http://") + authority_of(base.host, base.port);
  return parse_http_url_with_query(root + std::string{location});
}

bool is_host_among(std::string_view host, const std::vector<std::string>& names) {
  const auto asked = lower(host);
  return std::any_of(names.begin(), names.end(), [&](const auto& one) {
    const auto name = lower(one);
    return name.starts_with('.') ? asked.ends_with(name) : asked == name;
  });
}

std::string authority_of(std::string_view host, uint16_t port) {
  const bool v6 = host.find(':') != std::string_view::npos;
  return (v6 ? "[" + std::string{host} + "]:" : std::string{host} + ":") + std::to_string(port);
}

std::string shown_location(std::string_view text) {
  const auto parsed = urls::parse_uri_reference({text.data(), text.size()});
  if (!parsed) return {};
  std::string out;
  if (parsed->has_scheme()) out += std::string{parsed->scheme()} + ":";
  if (parsed->has_authority()) out += "//" + std::string{parsed->encoded_host_and_port()};
  out += std::string{parsed->encoded_path()};
  return out.substr(0, shown_length_max);
}

}  // namespace ironbus
