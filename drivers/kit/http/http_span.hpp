#pragma once

#include "drivers/kit/call_span.hpp"
#include "drivers/kit/http/call_metrics.hpp"

namespace ironbus {

/// The span of a call, including retries; null if it is not traced. Contains the path without the
/// query for calls to machines. Omits the path for other calls, because it may be a secret.
std::unique_ptr<call_span> begin_http_span(const http_request& request, http_peer peer);

/// Exports the span, if there is one.
void end_http_span(std::unique_ptr<call_span> span, const http_result& answer);

}  // namespace ironbus
