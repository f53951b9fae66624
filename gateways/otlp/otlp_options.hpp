#pragma once

#include "messages/base/errors.hpp"
#include "messages/platform/http_url.hpp"
#include "messages/platform/tls_client.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ironbus::otlp {

struct otlp_options {
  using milliseconds = std::chrono::milliseconds;

  std::string endpoint{};  ///< "http://collector:4318"; empty: nothing is traced.
  std::string service_name = "ironbus";
  std::string headers{};             ///< See read_headers; a secret.
  std::string sampling_ratio = "1";  ///< See read_ratio.
  tls_client_options tls{};
  size_t queue_max = 8192;         ///< Spans that wait to be sent; more are dropped.
  size_t batch_max = 512;          ///< Of one request.
  milliseconds interval{1000};     ///< How long a span waits for company.
  milliseconds timeout{10'000};    ///< Of one request.
  milliseconds retry_first{1000};  ///< After a request that may go better later; it doubles.
  milliseconds retry_longest{30'000};
  milliseconds farewell{2000};  ///< How long the end waits for what has not been sent.
};

/// Who the spans are of: OpenTelemetry's attributes of the resource.
struct resource {
  std::string name;      ///< service.name
  std::string instance;  ///< service.instance.id
  std::string host;      ///< host.name
  std::string roles;     ///< ironbus.roles
};

using header_list = std::vector<std::pair<std::string, std::string>>;

/// "name=value,name=value", as OTEL_EXPORTER_OTLP_HEADERS has them: values with % are decoded.
/// `invalid` says which place is wrong, and quotes no value.
result<header_list> read_headers(const std::string& text);

/// A decimal number from 0 to 1: "0", "0.25", "1". Unset: it is none.
std::optional<double> read_ratio(std::string_view text);

/// Where spans are posted to: the path /v1/traces behind that of the endpoint. `invalid` as
/// parse_http_url.
result<http_url> traces_url(const std::string& endpoint);

}  // namespace ironbus::otlp
