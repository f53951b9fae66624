#pragma once

#include "gateways/http/api/call.hpp"

namespace ironbus::http {

/// Gives a request its span, where tracing is on: within the trace that its caller names
/// (traceparent, tracestate), who decides whether it is sampled, or else in a new one.
void begin_trace(call& call);

/// Tells of the span once the request is answered with that status.
void end_trace(call& call, unsigned status);

}  // namespace ironbus::http
