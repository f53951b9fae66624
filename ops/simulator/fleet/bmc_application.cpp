#include "ops/simulator/fleet/bmc_application.hpp"

#include "ops/simulator/bmc/dispatch.hpp"

#include <boost/asio/steady_timer.hpp>

namespace ironbus::simulator {

size_t bmc_application::body_bytes_max(const http::request&) const {
  return simulator::body_bytes_max;
}

void bmc_application::handle(http::request given, http::responder reply) {
  auto answer = bmc_.answer_to(given);
  asked_();
  if (answer.delay.count() == 0) return deliver(std::move(answer), reply);
  auto timer = std::make_shared<boost::asio::steady_timer>(io_, answer.delay);
  auto held = std::make_shared<bmc_answer>(std::move(answer));
  timer->async_wait([this, timer, held, reply = std::move(reply)](boost::system::error_code) {
    deliver(std::move(*held), reply);
  });
}

// Without a call of `reply` the connection closes. For half a response the head announces the whole
// body; then the connection closes, as do the machine's idle connections.
void bmc_application::deliver(bmc_answer answer, const http::responder& reply) {
  if (answer.how == delivery::none) return;
  auto& response = answer.response;
  if (answer.how == delivery::half && !response.body.empty()) {
    response.headers.emplace_back("Content-Length", std::to_string(response.body.size()));
    response.body.resize(response.body.size() / 2);
    response.streamed = std::make_shared<http::streaming>();
    response.streamed->begin = [drop = drop_connections_](const auto&) { drop(); };
  }
  reply(std::move(response));
}

http::response bmc_application::refuse(unsigned status, const std::string& reason) const {
  return refused(bmc_.kind(), {"SimulatedTransport.1.0.Refused", {}, {}, status, reason});
}

}  // namespace ironbus::simulator
