#include "ops/ironbusd/commands/like_fleet.hpp"

#include "drivers/kit/http/blocking_client.hpp"
#include "drivers/port/sole_permit.hpp"
#include "messages/platform/http_url.hpp"
#include "ops/simulator/fleet/machine_plan.hpp"

namespace ironbus::daemon {

namespace {

constexpr uint16_t api_port = 6385;
constexpr const char* api_version = "1.46";  // what is read has been there for long
constexpr size_t page_bytes_max = 64 * 1024 * 1024;
constexpr json_limits page_limits{.bytes = page_bytes_max, .depth = 40};

/// A gateway, and how it is asked.
struct gateway {
  http_url url;
  tls_trust trust;
  cli::header proof;
};

http_client_options patient() {
  http_client_options out;
  out.peer = "the gateway";
  out.attempts_max = 3;
  out.answer_bytes_max = page_bytes_max;
  out.idle_per_server_max = 1;
  return out;
}

result<gateway> read_gateway(const simulate_request& asked) {
  gateway out;
  auto url = parse_http_url(asked.like, api_port);
  if (!url) return fail(error_code::invalid, "--like cannot be used: " + url.error().message + ".");
  out.url = std::move(*url);
  while (out.url.path.ends_with('/')) out.url.path.pop_back();
  auto proof = cli::authorization_of(asked.who);
  if (!proof) return tl::unexpected(proof.error());
  out.proof = std::move(*proof);
  if (!asked.ca_file.empty()) out.trust = {tls_trust::kind::file, asked.ca_file};
  if (const auto usable = tls_context(out.trust); !usable)
    return fail(error_code::invalid, "--ca-file names '" + asked.ca_file +
                                         "', which cannot be used: " + usable.error().message);
  return out;
}

result<json> read_page(blocking_client& client, const gateway& service, const std::string& target) {
  http_request request{sole_permit()};
  request.server = {service.url.secure, service.url.host, service.url.port};
  request.trust = service.trust;
  request.target = service.url.path + target;
  request.headers = {{"Accept", "application/json"},
                     {"X-OpenStack-Ironic-API-Version", api_version}};
  if (!service.proof.name.empty())
    request.headers.emplace_back(service.proof.name, service.proof.value);
  const auto answer = client.exchange(std::move(request));
  if (!answer) return tl::unexpected(as_failure(answer.error()));
  if (answer->status == 401 || answer->status == 403)
    return fail(error_code::forbidden, "GET " + target + " is answered with " +
                                           std::to_string(answer->status) +
                                           ". Check --user and its password, or the token");
  if (answer->status != 200)
    return fail(error_code::unavailable,
                "GET " + target + " is answered with " + std::to_string(answer->status));
  auto out = parse_json(answer->body, page_limits);
  if (!out || !out->is_object())
    return fail(error_code::unavailable, "GET " + target + " gives no JSON object");
  return out;
}

}  // namespace

result<std::vector<simulator::node_model>> read_like(const simulate_request& asked) {
  const auto service = read_gateway(asked);
  if (!service) return tl::unexpected(service.error());
  blocking_client client{patient()};
  const auto read = [&](const std::string& target) { return read_page(client, *service, target); };
  auto out = simulator::read_nodes(read, simulator::machines_max);
  if (out) return out;
  return fail(error_code::unavailable,
              "--like names " + asked.like + ", which cannot be read: " + out.error().message);
}

}  // namespace ironbus::daemon
