#pragma once

#include "gateways/http/api/call.hpp"

namespace ironbus::http {

/// Starts the span of a request if tracing is on. It joins the caller's trace (traceparent,
/// tracestate), and the caller decides on sampling. Without one it starts a new trace.
void begin_trace(call& call);

/// Ends the span after the request was answered with `status`.
void end_trace(call& call, unsigned status);

}  // namespace ironbus::http
