#include "ops/ironbusd/commands/gateway_reader.hpp"

#include "drivers/port/sole_permit.hpp"

#include <optional>

namespace ironbus::daemon {

namespace {

constexpr uint16_t api_port = 6385;
constexpr const char* api_version = "1.46";  // what is read has been there for long
constexpr size_t page_bytes_max = 64 * 1024 * 1024;
constexpr json_limits page_limits{.bytes = page_bytes_max, .depth = 40};

http_client_options patient() {
  http_client_options out;
  out.peer = "the gateway";
  out.attempts_max = 3;
  out.answer_bytes_max = page_bytes_max;
  out.idle_per_server_max = 1;
  return out;
}

/// Unset: it is the answer that was asked for.
std::optional<failure> refusal(unsigned status, const std::string& target) {
  const auto answered = "GET " + target + " is answered with " + std::to_string(status);
  if (status == 200) return std::nullopt;
  if (status == 401 || status == 403)
    return failure{error_code::forbidden,
                   answered + ". Check --user and its password, or the token"};
  return failure{status == 404 ? error_code::not_found : error_code::unavailable, answered};
}

}  // namespace

gateway_reader::gateway_reader(http_url url, tls_trust trust, cli::header proof)
    : url_{std::move(url)},
      trust_{std::move(trust)},
      proof_{std::move(proof)},
      client_{std::make_unique<blocking_client>(patient())} {}

result<gateway_reader> gateway_reader::make(const asked_gateway& asked,
                                            const std::string& url_option) {
  auto url = parse_http_url(asked.url, api_port);
  if (!url)
    return fail(error_code::invalid, url_option + " cannot be used: " + url.error().message + ".");
  while (url->path.ends_with('/')) url->path.pop_back();
  auto proof = cli::authorization_of(asked.who);
  if (!proof) return tl::unexpected(proof.error());
  tls_trust trust;
  if (!asked.ca_file.empty()) trust = {tls_trust::kind::file, asked.ca_file};
  if (const auto usable = tls_context(trust); !usable)
    return fail(error_code::invalid, "--ca-file names '" + asked.ca_file +
                                         "', which cannot be used: " + usable.error().message);
  return gateway_reader{std::move(*url), std::move(trust), std::move(*proof)};
}

result<json> gateway_reader::read(const std::string& target) {
  http_request request{sole_permit()};
  request.server = {url_.secure, url_.host, url_.port};
  request.trust = trust_;
  request.target = url_.path + target;
  request.headers = {{"Accept", "application/json"},
                     {"X-OpenStack-Ironic-API-Version", api_version}};
  if (!proof_.name.empty()) request.headers.emplace_back(proof_.name, proof_.value);
  const auto answer = client_->exchange(std::move(request));
  if (!answer) return tl::unexpected(as_failure(answer.error()));
  if (auto refused = refusal(answer->status, target)) return tl::unexpected(std::move(*refused));
  auto out = parse_json(answer->body, page_limits);
  if (!out || !out->is_object())
    return fail(error_code::unavailable, "GET " + target + " gives no JSON object");
  return out;
}

}  // namespace ironbus::daemon
