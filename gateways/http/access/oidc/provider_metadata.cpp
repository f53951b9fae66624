#include "gateways/http/access/oidc/provider_metadata.hpp"

#include "messages/base/json.hpp"
#include "messages/base/text.hpp"
#include "messages/platform/http_url.hpp"
#include "messages/platform/network.hpp"

#include <array>

namespace ironbus::http {

namespace {

constexpr json_limits metadata_limits{.bytes = 256 * 1024, .depth = 8};
constexpr std::string_view well_known = "/.well-known/openid-configuration";

bool is_loopback_host(const std::string& host) {
  if (lower(host) == "localhost") return true;
  const auto address = parse_ip(host);
  return address && refused_address(*address, {}) == "loopback";
}

result<std::monostate> check_parsed(const result<http_url>& url) {
  if (!url) return tl::unexpected(url.error());
  if (!url->secure && !is_loopback_host(url->host))
    return fail(error_code::invalid, "its scheme must be https, or http for a loopback address");
  return {};
}

struct endpoint_row {
  const char* name;
  std::string provider_metadata::*value;
  bool is_required;
};

constexpr std::array endpoint_rows{
    endpoint_row{"jwks_uri", &provider_metadata::jwks_uri, true},
    endpoint_row{"authorization_endpoint", &provider_metadata::authorization_endpoint, false},
    endpoint_row{"token_endpoint", &provider_metadata::token_endpoint, false},
};

tl::unexpected<failure> wrong_metadata(const std::string& why) {
  return fail(error_code::invalid, "its openid-configuration is wrong: " + why);
}

}  // namespace

result<std::monostate> check_provider_url(std::string_view url) {
  return check_parsed(parse_http_url_with_query(url));
}

result<std::monostate> check_issuer(std::string_view issuer) {
  return check_parsed(parse_http_url(issuer));
}

std::string discovery_url(const std::string& issuer) {
  auto out = issuer;
  if (out.ends_with('/')) out.pop_back();
  return out += well_known;
}

result<provider_metadata> read_provider_metadata(std::string_view text, const std::string& issuer) {
  const auto document = parse_json(text, metadata_limits);
  if (!document || !document->is_object())
    return wrong_metadata("it is not a JSON object of at most 256 KiB and 8 levels");
  const auto said = member_text(*document, "issuer");
  if (said != issuer)
    return wrong_metadata("issuer is '" + said.substr(0, 200) + "'; expected '" + issuer + "'");
  provider_metadata out;
  for (const auto& row : endpoint_rows) {
    auto url = member_text(*document, row.name);
    if (url.empty() && !row.is_required) continue;
    if (const auto good = check_provider_url(url); !good)
      return wrong_metadata(row.name + (" '" + url.substr(0, 200)) + "': " + good.error().message);
    out.*row.value = std::move(url);
  }
  return out;
}

std::string origin_of_url(std::string_view url) {
  const auto parsed = parse_http_url_with_query(url);
  if (!parsed) return {};
  const bool v6 = parsed->host.find(':') != std::string::npos;
  auto out = (parsed->secure ? "https://" : "http://") +
             lower(v6 ? "[" + parsed->host + "]" : parsed->host);
  const uint16_t usual_port = parsed->secure ? 443 : 80;
  if (parsed->port != usual_port) out += ":" + std::to_string(parsed->port);
  return out;
}

}  // namespace ironbus::http
