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

  std::string endpoint{};  ///< "http://collector:4318"; empty: no tracing.
  std::string service_name = "ironbus";
  std::string headers{};             ///< See read_headers; a secret.
  std::string sampling_ratio = "1";  ///< See read_ratio.
  tls_client_options tls{};
  size_t queue_max = 8192;         ///< Queued spans; further ones are dropped.
  size_t batch_max = 512;          ///< Spans per request.
  milliseconds interval{1000};     ///< How long a span waits for others.
  milliseconds timeout{10'000};    ///< Per request.
  milliseconds retry_first{1000};  ///< The first retry delay; doubles.
  milliseconds retry_longest{30'000};
  milliseconds farewell{2000};  ///< How long the end waits for unsent spans.
};

/// The source of the spans: OpenTelemetry's resource attributes.
struct resource {
  std::string name;      ///< service.name
  std::string instance;  ///< service.instance.id
  std::string host;      ///< host.name
  std::string roles;     ///< ironbus.roles
};

using header_list = std::vector<std::pair<std::string, std::string>>;

/// Reads "name=value,name=value" in the format of OTEL_EXPORTER_OTLP_HEADERS, with percent-encoded
/// values. `invalid` gives the position and no value.
result<header_list> read_headers(const std::string& text);

/// A decimal number from 0 to 1: "0", "0.25", "1". Unset for anything else.
std::optional<double> read_ratio(std::string_view text);

/// The URL for spans: the endpoint with the path /v1/traces appended. `invalid` as in
/// parse_http_url.
result<http_url> traces_url(const std::string& endpoint);

}  // namespace ironbus::otlp
