#include "gateways/http/access/cors.hpp"

#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

constexpr std::string_view methods = "GET, POST, PUT, PATCH, DELETE";
constexpr std::string_view sent_headers =
    "Authorization, Content-Type, X-OpenStack-Ironic-API-Version, OpenStack-API-Version, "
    "X-Openstack-Request-Id";
constexpr std::string_view read_headers =
    "X-OpenStack-Ironic-API-Version, X-OpenStack-Ironic-API-Minimum-Version, "
    "X-OpenStack-Ironic-API-Maximum-Version, Openstack-Request-Id, X-Openstack-Request-Id, "
    "Location, Retry-After";
// How long a browser may cache the answer.
constexpr std::string_view preflight_seconds = "600";

bool is_allowed(std::string_view origin, const std::vector<std::string>& allowed) {
  return !origin.empty() && std::any_of(allowed.begin(), allowed.end(),
                                        [&](const auto& x) { return x == "*" || x == origin; });
}

/// The origin of a URL SCHEME://HOST[:PORT]/… as a browser writes it: in lower case and without the
/// port of the scheme.
std::string origin_of(std::string_view url) {
  const auto host = url.find("://") + 3;
  auto out = lower(url.substr(0, url.find('/', host)));
  const std::string_view port = out.starts_with("https:") ? ":443" : ":80";
  if (out.ends_with(port)) out.resize(out.size() - port.size());
  return out;
}

bool is_own(std::string_view origin, const std::vector<std::string>& own) {
  return std::any_of(own.begin(), own.end(),
                     [&](const auto& url) { return origin_of(url) == origin; });
}

bool changes_nothing(std::string_view method) {
  return method == "GET" || method == "HEAD" || method == "OPTIONS";
}

bool is_host_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == ':' ||
         c == '[' || c == ']';
}

}  // namespace

bool is_origin(std::string_view text) {
  if (text == "*") return true;
  const auto after = text.find("://");
  if (after == std::string_view::npos) return false;
  const auto scheme = text.substr(0, after);
  const auto host = text.substr(after + 3);
  return (scheme == "http" || scheme == "https") && !host.empty() &&
         std::all_of(host.begin(), host.end(), is_host_character);
}

std::optional<response> answer_preflight(const request& request,
                                         const std::vector<std::string>& allowed) {
  if (allowed.empty() || request.method != "OPTIONS" || request.header("Origin").empty() ||
      request.header("Access-Control-Request-Method").empty())
    return std::nullopt;
  response out;
  out.status = 204;
  if (is_allowed(request.header("Origin"), allowed)) {
    out.headers.emplace_back("Access-Control-Allow-Methods", methods);
    out.headers.emplace_back("Access-Control-Allow-Headers", sent_headers);
    out.headers.emplace_back("Access-Control-Max-Age", preflight_seconds);
  }
  return out;
}

// Does not allow credentials. A page must send the header Authorization itself; passwords that the
// browser stores for this service are not used.
void add_cors_headers(response& out, const request& request,
                      const std::vector<std::string>& allowed) {
  if (allowed.empty()) return;
  out.headers.emplace_back("Vary", "Origin");
  const auto origin = request.header("Origin");
  if (!is_allowed(origin, allowed)) return;
  out.headers.emplace_back("Access-Control-Allow-Origin", origin);
  out.headers.emplace_back("Access-Control-Expose-Headers", read_headers);
}

bool is_forged(const request& asked, const std::vector<std::string>& own,
               const std::vector<std::string>& allowed) {
  if (changes_nothing(asked.method)) return false;
  const auto origin = asked.header("Origin");
  if (is_allowed(origin, allowed)) return false;
  if (!origin.empty() && !is_own(origin, own)) return true;
  const auto site = asked.header("Sec-Fetch-Site");
  return !site.empty() && site != "same-origin" && site != "none";
}

bool may_have_web_socket(const request& asked, const std::vector<std::string>& own,
                         const std::vector<std::string>& allowed, bool with_passwords) {
  const auto origin = asked.header("Origin");
  if (origin.empty()) return true;  // Not a browser.
  if (is_own(origin, own)) return true;
  if (with_passwords) return std::find(allowed.begin(), allowed.end(), origin) != allowed.end();
  return is_allowed(origin, allowed);
}

}  // namespace ironbus::http
