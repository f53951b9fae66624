#include "gateways/cli/stream_address.hpp"

#include "messages/platform/http_url.hpp"

#include <boost/url.hpp>

namespace ironbus::cli {

namespace {

constexpr uint16_t gateway_port = 6385;

result<stream_address> read_url(const std::string& text, const std::string& query) {
  const auto url = parse_http_url(text, gateway_port);
  if (!url)
    return fail(error_code::invalid,
                "The URL of the gateway is invalid: " + url.error().message + ".");
  auto path = url->path;
  while (path.ends_with('/')) path.pop_back();
  boost::urls::url target{path};
  for (const auto* part : {"v1", "events", "stream"}) target.segments().push_back(part);
  if (!query.empty()) target.set_encoded_query(query);
  return stream_address{url->host, std::to_string(url->port), authority_of(url->host, url->port),
                        std::string{target.buffer()}};
}

}  // namespace

result<stream_address> find_stream(const gateway_access& gateway, const std::string& query) {
  auto out = read_url(gateway.url, query);
  if (!out) return out;
  auto proof = authorization_of(gateway.who);
  if (!proof) return tl::unexpected(proof.error());
  out->authorization = std::move(*proof);
  if (!gateway.url.starts_with("https:")) return out;
  auto trust = read_trust(gateway.ca_file);
  if (!trust) return tl::unexpected(trust.error());
  out->trust = std::move(*trust);
  return out;
}

}  // namespace ironbus::cli
