#include "drivers/ramdisk/http/web_address.hpp"

#include "drivers/ramdisk/base/text.hpp"

#include <algorithm>

namespace ironbus::ramdisk {

namespace {

bool is_clean(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c != '\x7f'; });
}

/// Parses "host:port" or "[v6]:port".
bool read_authority(std::string_view text, web_address& out) {
  std::string_view rest;
  if (!text.empty() && text.front() == '[') {
    const auto end = text.find(']');
    if (end == std::string_view::npos) return false;
    out.host = text.substr(1, end - 1);
    rest = text.substr(end + 1);
  } else {
    const auto colon = std::min(text.find(':'), text.size());
    out.host = text.substr(0, colon);
    rest = text.substr(colon);
  }
  if (rest.empty()) return !out.host.empty();
  const auto port = rest.front() == ':' ? number(rest.substr(1)) : std::nullopt;
  if (!port || *port == 0 || *port > 65535) return false;
  out.port = std::to_string(*port);
  return !out.host.empty();
}

}  // namespace

std::string web_address::host_header() const {
  const auto name = host.find(':') == std::string::npos ? host : "[" + host + "]";
  return port == (secure ? "443" : "80") ? name : name + ":" + port;
}

std::string web_address::text() const {
  return (secure ? "https://" : "http://") + host_header() + target;
}

std::optional<web_address> parse_web_address(std::string_view url) {
  web_address out;
  if (url.size() > 4096 || !is_clean(url)) return std::nullopt;
  if (const auto scheme = lower(url.substr(0, url.find("://"))); scheme == "https") {
    out.secure = true;
  } else if (scheme != "http") {
    return std::nullopt;
  }
  url.remove_prefix(url.find("://") + 3);
  url = url.substr(0, url.find('#'));
  const auto end = std::min(url.find_first_of("/?"), url.size());
  auto authority = url.substr(0, end);
  if (const auto at_sign = authority.rfind('@'); at_sign != std::string_view::npos) {
    out.credentials = percent_decoded(authority.substr(0, at_sign));
    authority.remove_prefix(at_sign + 1);
  }
  out.port = out.secure ? "443" : "80";
  if (!read_authority(authority, out)) return std::nullopt;
  out.target = url.substr(end);
  if (out.target.empty() || out.target.front() != '/') out.target.insert(0, "/");
  return out;
}

std::optional<web_address> redirected(const web_address& from_address, std::string_view location) {
  if (location.empty() || !is_clean(location)) return std::nullopt;
  if (location.find("://") != std::string_view::npos) return parse_web_address(location);
  auto out = from_address;
  if (location.front() == '/' && location.substr(0, 2) != "//") {
    out.target = location;
  } else if (location.substr(0, 2) == "//") {
    return parse_web_address((from_address.secure ? "https:" : "http:") + std::string{location});
  } else {
    out.target = out.target.substr(0, out.target.rfind('/', out.target.find('?')) + 1) +
                 std::string{location};
  }
  return out;
}

}  // namespace ironbus::ramdisk
