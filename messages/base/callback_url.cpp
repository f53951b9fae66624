#include "messages/base/callback_url.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr size_t callback_length_max = 1024;

struct scheme_row {
  std::string_view prefix;
  bool secure;
  uint16_t port;
};

constexpr std::array schemes{
    scheme_row{"http://", false, 80},
    scheme_row{"https://", true, 443},
};

tl::unexpected<failure> bad_callback(const std::string& why) {
  return fail(error_code::invalid, why + ".");
}

bool is_plain(char c) {
  return c > ' ' && c < 0x7f && c != '"' && c != '<' && c != '>' && c != '\\';
}

bool is_name_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_';
}

/// "8080"; unset if it is no port. An empty text is the scheme's own.
std::optional<uint16_t> port_of(std::string_view text, uint16_t otherwise) {
  if (text.empty()) return otherwise;
  if (text.size() > 5 ||
      !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return std::nullopt;
  const int number = std::stoi(std::string{text});
  if (number == 0 || number > 0xffff) return std::nullopt;
  return static_cast<uint16_t>(number);
}

/// Splits "host:port" and "[v6]:port"; false if it is neither.
bool split_authority(std::string_view in, std::string& host, std::string_view& port) {
  if (in.starts_with('[')) {
    const auto end = in.find(']');
    if (end == std::string_view::npos) return false;
    host = in.substr(1, end - 1);
    port = in.substr(end + 1);
    if (!parse_ip(host) || host.find(':') == std::string::npos) return false;
  } else {
    const auto colon = in.find(':');
    host = in.substr(0, colon);
    port = colon == std::string_view::npos ? std::string_view{} : in.substr(colon);
    if (host.empty() || !std::all_of(host.begin(), host.end(), is_name_letter)) return false;
  }
  if (port.empty()) return true;
  if (!port.starts_with(':')) return false;
  port.remove_prefix(1);
  return !port.empty();
}

/// Resolvers read "127.1", "0x7f000001" and "2130706433" as addresses; agents never write them.
bool is_odd_number(const std::string& host) {
  const auto last = host.substr(host.find_last_of('.') + 1);
  const bool numeric = !last.empty() && std::all_of(last.begin(), last.end(),
                                                    [](char c) { return c >= '0' && c <= '9'; });
  return (numeric || last.starts_with("0x") || last.starts_with("0X")) && !parse_ip(host);
}

}  // namespace

result<callback_url> parse_callback_url(std::string_view text, const callback_rules& rules) {
  if (text.size() > callback_length_max) return bad_callback("it is longer than 1024 characters");
  if (!std::all_of(text.begin(), text.end(), is_plain))
    return bad_callback("it holds characters that no URL has");
  const auto* scheme = std::find_if(schemes.begin(), schemes.end(), [&](const scheme_row& x) {
    return text.starts_with(x.prefix);
  });
  if (scheme == schemes.end()) return bad_callback("its scheme must be http or https");
  if (rules.require_tls && !scheme->secure)
    return bad_callback("its scheme must be https, because the option require_tls is on");
  const auto rest = text.substr(scheme->prefix.size());
  if (rest.find_first_of("?#") != std::string_view::npos)
    return bad_callback("it must have neither a query nor a fragment");
  const auto authority = rest.substr(0, rest.find('/'));
  if (authority.find('@') != std::string_view::npos)
    return bad_callback("it must not hold credentials");
  callback_url out;
  out.secure = scheme->secure;
  std::string_view port;
  if (!split_authority(authority, out.host, port) || is_odd_number(out.host))
    return bad_callback("it needs a host name or an IP address");
  const auto number = port_of(port, scheme->port);
  if (!number) return bad_callback("its port must be a number from 1 to 65535");
  out.port = *number;
  out.path = normal_callback_url(rest.substr(authority.size()));
  if (const auto address = parse_ip(out.host))
    if (const auto why = refused_address(*address, rules.allowed); !why.empty())
      return bad_callback("the address " + out.host + " is " + std::string{why});
  return out;
}

std::string normal_callback_url(std::string_view text) {
  while (text.ends_with('/')) text.remove_suffix(1);
  return std::string{text};
}

}  // namespace ironbus
