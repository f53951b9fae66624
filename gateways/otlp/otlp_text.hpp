#pragma once

#include "gateways/otlp/otlp_options.hpp"
#include "messages/platform/tracing.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ironbus::otlp {

/// The request that exports these spans: an ExportTraceServiceRequest of OTLP 1.x in its JSON
/// encoding (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding): ids in hexadecimal,
/// 64-bit numbers as texts, enums as numbers. Secrets in texts are masked, long ones cut.
std::string export_request(const resource& service, std::span<const tracing::span> spans);

/// How many spans the collector has refused of a request that it has taken, by its answer.
uint64_t rejected_spans(std::string_view answer);

}  // namespace ironbus::otlp
