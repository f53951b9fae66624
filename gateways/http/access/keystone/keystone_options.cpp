#include "gateways/http/access/keystone/keystone_options.hpp"

namespace ironbus::http {

namespace {

/// For the answer, after all attempts to connect.
constexpr std::chrono::milliseconds keystone_answer_time{10'000};
constexpr std::string_view version_path = "/v3";

}  // namespace

web_client_options web_options_of(const keystone_options& options) {
  web_client_options out;
  out.peer = "Keystone";
  out.trust = {!options.insecure, options.cafile, options.certfile, options.keyfile};
  out.attempts_max = 1 + options.http_request_max_retries;
  out.connect_timeout = options.http_connect_timeout;
  out.time_limit = keystone_answer_time + out.connect_timeout * out.attempts_max;
  return out;
}

std::string identity_v3(std::string_view url) {
  while (url.ends_with('/')) url.remove_suffix(1);
  return std::string{url} + std::string{url.ends_with(version_path) ? "" : version_path};
}

}  // namespace ironbus::http
