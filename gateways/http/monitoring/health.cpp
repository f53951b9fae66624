#include "gateways/http/api/questions.hpp"
#include "gateways/http/monitoring/handlers.hpp"
#include "gateways/http/monitoring/readiness.hpp"
#include "gateways/http/services/services.hpp"

namespace ironbus::http {

void show_health(const call_ptr& x) { x->respond_json(R"({"status":"alive"})"); }

task<> show_readiness(const call_ptr& x) {
  const auto pinged = co_await tried(ping_store(x));
  const auto body = readiness(x->with.watch, pinged, x->with.records.durability());
  response answer;
  answer.status = body["ready"] ? 200 : 503;
  answer.body = to_text(body);
  x->respond(std::move(answer));
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
