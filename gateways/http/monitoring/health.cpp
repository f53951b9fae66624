#include "gateways/http/api/questions.hpp"
#include "gateways/http/monitoring/handlers.hpp"
#include "gateways/http/monitoring/metrics_page.hpp"
#include "gateways/http/monitoring/readiness.hpp"
#include "gateways/http/services/services.hpp"

namespace ironbus::http {

void show_health(const call_ptr& x) { x->respond_json(R"({"status":"alive"})"); }

task<> show_readiness(const call_ptr& call) {
  const auto written = co_await tried(try_to_write(call));
  const auto body =
      readiness(call->services.watch, written, call->services.stored.state.durability());
  response answer;
  answer.status = body["ready"] ? 200 : 503;
  answer.body = to_text(body);
  call->respond(std::move(answer));
}

task<> show_metrics(const call_ptr& call) {
  question<std::string> written(
      [call](const auto& done) { call->services.options.write_metrics(done); });
  call->respond(metrics_page(co_await std::move(written)));
}

}  // namespace ironbus::http
