#include "ops/simulator/fleet/fleet_application.hpp"

namespace ironbus::simulator {

namespace {

// A config drive comes with the step that writes it.
constexpr size_t order_bytes_max = 64 * 1024 * 1024;

}  // namespace

bool fleet_application::is_for_agent(const http::request& x) const {
  return agents_ && x.target.starts_with("/agents/");
}

size_t fleet_application::body_bytes_max(const http::request& head) const {
  return is_for_agent(head) ? order_bytes_max : 0;
}

void fleet_application::handle(http::request given, http::responder reply) {
  if (is_for_agent(given)) return agents_(std::move(given), std::move(reply));
  if (given.target != "/simulate/machines")
    return reply(refuse(404, "there is /simulate/machines"));
  if (given.method == "GET" || given.method == "HEAD")
    return list_([reply = std::move(reply)](const json& machines) {
      http::response shown;
      shown.body = to_text({{"machines", machines}});
      reply(std::move(shown));
    });
  auto out = refuse(405, "allowed: GET");
  out.headers.emplace_back("Allow", "GET, HEAD");
  reply(std::move(out));
}

http::response fleet_application::refuse(unsigned status, const std::string& reason) const {
  http::response out;
  out.status = status;
  out.body = to_text({{"error", reason}});
  return out;
}

}  // namespace ironbus::simulator
