#include "ops/ironbusd/roles/health.hpp"

#include "gateways/http/monitoring/metrics_page.hpp"
#include "gateways/http/monitoring/readiness.hpp"
#include "messages/base/json.hpp"

namespace ironbus::daemon {

namespace {

http::response json_answer(unsigned status, const json& body) {
  http::response out;
  out.status = status;
  out.body = body.dump(-1, ' ', false, json::error_handler_t::replace);
  return out;
}

}  // namespace

void health::handle(http::request request, http::responder reply) {
  const auto path = request.target.substr(0, request.target.find('?'));
  if (request.method != "GET" && request.method != "HEAD")
    return reply(refuse(405, "only GET is allowed"));
  if (path == "/healthz") return reply(json_answer(200, {{"status", "alive"}}));
  if (path == "/readyz") return show_readiness(std::move(reply));
  if (path == "/metrics")
    return write_metrics_([reply = std::move(reply)](std::string text) {
      reply(http::metrics_page(std::move(text)));
    });
  reply(refuse(404, "there are /healthz, /readyz and /metrics"));
}

http::response health::refuse(unsigned status, const std::string& reason) const {
  return json_answer(status, {{"error", reason}});
}

void health::show_readiness(http::responder reply) {
  writes_.ask([this, reply = std::move(reply)](const result<std::monostate>& written) {
    const auto body = http::readiness(watch_, written, store_.durability());
    reply(json_answer(body["ready"] ? 200 : 503, body));
  });
}

}  // namespace ironbus::daemon
