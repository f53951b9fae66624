#include "ops/ironbusd/fleet_view/gateway_reader.hpp"

#include "drivers/kit/http/blocking_client.hpp"
#include "drivers/kit/http/call_metrics.hpp"
#include "drivers/port/sole_permit.hpp"
#include "gateways/cli/api_error_text.hpp"
#include "gateways/cli/printable.hpp"

#include <array>

namespace ironbus::fleet_view {

namespace {

constexpr uint16_t api_port = 6385;
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

struct status_meaning {
  unsigned status;
  error_code code;
};

constexpr std::array meanings{
    status_meaning{400, error_code::invalid},

    status_meaning{401, error_code::forbidden}, status_meaning{403, error_code::forbidden},
    status_meaning{404, error_code::not_found}, status_meaning{410, error_code::not_found}};

error_code meaning_of(unsigned status) {
  for (const auto& row : meanings)
    if (row.status == status) return row.code;
  return error_code::unavailable;
}

}  // namespace

failure refusal_of(const gateway_answer& answer, const std::string& target,
                   const std::string& method) {
  failure out;
  out.code = meaning_of(answer.status);
  out.message = method + " " + target + " returned HTTP " + std::to_string(answer.status);
  const auto reason = cli::api_error_text(answer.body);
  if (!reason.empty()) out.message += ": " + reason;
  if (out.code == error_code::forbidden)
    out.message += ". Check --user and its password, or the token";
  return out;
}

gateway_reader::gateway_reader(http_url url, tls_trust trust, cli::header proof)
    : url_{std::move(url)},
      trust_{std::move(trust)},
      proof_{std::move(proof)},
      client_{std::make_unique<blocking_client>(patient())} {}

gateway_reader::gateway_reader(gateway_reader&& other) noexcept = default;
gateway_reader& gateway_reader::operator=(gateway_reader&& other) noexcept = default;
gateway_reader::~gateway_reader() = default;

result<gateway_reader> gateway_reader::make(const cli::gateway_access& asked,
                                            const std::string& url_option) {
  auto url = parse_http_url(asked.url, api_port);
  if (!url)
    return fail(error_code::invalid, url_option + " is invalid: " + url.error().message + ".");
  while (url->path.ends_with('/')) url->path.pop_back();
  auto proof = cli::authorization_of(asked.who);
  if (!proof) return tl::unexpected(proof.error());
  tls_trust trust;
  if (!asked.ca_file.empty()) trust = {tls_trust::kind::file, asked.ca_file};
  if (const auto usable = tls_context(trust); !usable)
    return fail(error_code::invalid, "--ca-file names '" + asked.ca_file +
                                         "', which is unusable: " + usable.error().message);
  return gateway_reader{std::move(*url), std::move(trust), std::move(*proof)};
}

result<gateway_answer> gateway_reader::exchange(http_method method, const std::string& target,
                                                std::string body, api_minor minor) {
  http_request request{sole_permit()};
  request.method = method;
  request.body = std::move(body);
  request.server = {url_.secure, url_.host, url_.port};
  request.trust = trust_;
  request.target = url_.path + target;
  request.headers = {{"Accept", "application/json"},
                     {"X-OpenStack-Ironic-API-Version", "1." + std::to_string(minor)}};
  if (!proof_.name.empty()) request.headers.emplace_back(proof_.name, proof_.value);
  if (!request.body.empty()) request.headers.emplace_back("Content-Type", "application/json");
  const auto answer = client_->exchange(std::move(request));
  if (!answer) {
    auto why = as_failure(answer.error());
    if (why.code == error_code::invalid) why.code = error_code::unavailable;
    return tl::unexpected(std::move(why));
  }
  auto read = parse_json(answer->body, page_limits);
  return gateway_answer{answer->status, read ? std::move(*read) : json{}};
}

result<gateway_answer> gateway_reader::ask(const std::string& target, api_minor minor) {
  auto answer = exchange(http_method::get, target, {}, minor);
  if (answer && answer->status == 200 && !answer->body.is_object())
    return fail(error_code::unavailable, "GET " + target + " returned no JSON object");
  return answer;
}

result<json> gateway_reader::send(http_method method, const std::string& target, const json& body) {
  auto answer =
      exchange(method, target, body.is_null() ? std::string{} : to_text(body), minor_lists);
  if (!answer) return tl::unexpected(answer.error());
  if (answer->status >= 200 && answer->status < 300) return std::move(answer->body);
  return tl::unexpected(refusal_of(*answer, target, std::string{name_of(method)}));
}

result<json> gateway_reader::read(const std::string& target, api_minor minor) {
  auto answer = ask(target, minor);
  if (!answer) return tl::unexpected(answer.error());
  if (answer->status != 200) return tl::unexpected(refusal_of(*answer, target));
  return std::move(answer->body);
}

result<json> gateway_reader::read_printable(const std::string& target, api_minor minor) {
  auto out = read(target, minor);
  if (out) *out = cli::printable_json(std::move(*out));
  return out;
}

std::string gateway_reader::place() const {
  return (url_.secure ? "https://" : "http://") + ironbus::authority_of(url_.host, url_.port) +
         url_.path;
}

}  // namespace ironbus::fleet_view
