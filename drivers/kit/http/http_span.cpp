#include "drivers/kit/http/http_span.hpp"

namespace ironbus {

namespace {

constexpr size_t shown_path_bytes_max = 256;

std::string shown_path(const http_request& request) {
  return request.target.substr(0, std::min(request.target.find('?'), shown_path_bytes_max));
}

}  // namespace

std::unique_ptr<call_span> begin_http_span(const http_request& request, http_peer peer) {
  const auto method = name_of(request.method);
  auto out = call_span::begin(request.allowed, method);
  if (!out) return out;
  out->note(trace_key::request_method, std::string{method});
  out->note(trace_key::scheme, request.server.secure ? "https" : "http");
  out->note(trace_key::server_address, request.server.host);
  out->note(trace_key::server_port, int64_t{request.server.port});
  if (peer != http_peer::other) out->note(trace_key::path, shown_path(request));
  return out;
}

void end_http_span(std::unique_ptr<call_span> span, const http_result& answer) {
  if (!span) return;
  if (answer) span->note(trace_key::response_status, int64_t{answer->status});
  if (!answer)
    span->fail(std::string{name_of(answer.error().why)}, answer.error().message);
  else if (answer->status >= 400)
    span->fail(std::to_string(answer->status), {});
  span->end();
}

}  // namespace ironbus
