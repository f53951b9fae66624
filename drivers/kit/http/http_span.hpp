#pragma once

#include "drivers/kit/call_span.hpp"
#include "drivers/kit/http/call_metrics.hpp"

namespace ironbus {

/// The span of a call, repetitions included; null where nobody records it. It says the path of what
/// is asked of machines, less the query; of others neither, as a path may be a secret.
std::unique_ptr<call_span> begin_http_span(const http_request& request, http_peer peer);

/// Tells of it, if it is there.
void end_http_span(std::unique_ptr<call_span> span, const http_result& answer);

}  // namespace ironbus
