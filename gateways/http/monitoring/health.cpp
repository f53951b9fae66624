#include "gateways/http/monitoring/handlers.hpp"
#include "gateways/http/monitoring/readiness.hpp"
#include "gateways/http/services/services.hpp"

namespace ironbus::http {

void show_health(const call_ptr& x) { x->respond_json(R"({"status":"alive"})"); }

void show_readiness(const call_ptr& x) {
  auto pinged = [x](const result<std::monostate>& store) {
    const auto body = readiness(x->with.watch, store, x->with.records.durability());
    response answer;
    answer.status = body["ready"] ? 200 : 503;
    answer.body = to_text(body);
    x->respond(std::move(answer));
  };
  x->with.records.ping(x->either<std::monostate>(std::move(pinged)));
}

void show_metrics(const call_ptr& x) {
  response out;
  out.content_type = "text/plain; version=0.0.4";
  out.body = x->with.counted.text();
  out.body +=
      "# HELP ironbus_http_event_followers Clients of /v1/events/stream.\n"
      "# TYPE ironbus_http_event_followers gauge\nironbus_http_event_followers " +
      std::to_string(x->with.events.followers()) + "\n";
  x->respond(std::move(out));
}

}  // namespace ironbus::http
