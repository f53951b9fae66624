#include "gateways/http/api/request_trace.hpp"

#include "gateways/http/services/services.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

constexpr std::array<std::string_view, 9> known_methods{
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE"};

/// The method for a span: clients can send any text as a method.
std::string method_of(const request& request) {
  const bool known =
      std::find(known_methods.begin(), known_methods.end(), request.method) != known_methods.end();
  return known ? request.method : "_OTHER";
}

/// Unset if the headers name no valid parent.
std::optional<trace_context> caller_of(const request& request) {
  const auto parents = header_lines(request.headers, "traceparent");
  if (parents.size() != 1) return std::nullopt;
  auto out = parse_traceparent(parents.front());
  if (out) out->state = join_tracestate(header_lines(request.headers, "tracestate"));
  return out;
}

}  // namespace

void begin_trace(call& call) {
  if (!tracing::is_on()) return;
  const auto caller = caller_of(call.request);
  call.trace = caller ? fresh_child_of(*caller) : ironbus::begin_trace(tracing::sampling_ratio());
  if (!call.trace.sampled) return;
  call.span = std::make_unique<tracing::span>(
      tracing::span_in(caller.value_or(trace_context{}), call.trace, {}, tracing::kind::server,
                       call.services.time.now()));
}

void end_trace(call& call, unsigned status) {
  if (!call.span) return;
  auto& span = *call.span;
  const auto method = method_of(call.request);
  span.end = call.services.time.now();
  span.name = call.matched != nullptr ? method + " " + std::string{call.matched->path} : method;
  span.attributes = {{trace_key::request_method, method},
                     {trace_key::scheme, call.request.secure ? "https" : "http"},
                     {trace_key::response_status, int64_t{status}},
                     {trace_key::request_id, call.request_id}};
  if (call.matched != nullptr)
    span.attributes.push_back({trace_key::route, std::string{call.matched->path}});
  if (status >= 500) {
    span.error.emplace();
    span.attributes.push_back({trace_key::error_type, std::to_string(status)});
  }
  tracing::write(std::move(span));
  call.span.reset();
}

}  // namespace ironbus::http
