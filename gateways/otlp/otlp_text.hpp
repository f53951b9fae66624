#pragma once

#include "gateways/otlp/otlp_options.hpp"
#include "messages/platform/tracing.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ironbus::otlp {

/// The request that exports the spans: an ExportTraceServiceRequest of OTLP 1.x in JSON encoding
/// (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). Ids are hexadecimal, 64-bit
/// numbers are strings, enums are numbers. Masks secrets in texts and shortens long texts.
std::string export_request(const resource& service, std::span<const tracing::span> spans);

/// How many spans of an accepted request the collector has rejected, according to its response.
uint64_t rejected_spans(std::string_view answer);

}  // namespace ironbus::otlp
