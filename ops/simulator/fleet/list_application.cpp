#include "ops/simulator/fleet/list_application.hpp"

namespace ironbus::simulator {

void list_application::handle(http::request given, http::responder reply) {
  if (given.target != "/simulate/machines")
    return reply(refuse(404, "there is /simulate/machines"));
  if (given.method == "GET" || given.method == "HEAD") {
    http::response shown;
    shown.body = to_text(list_());
    return reply(std::move(shown));
  }
  auto out = refuse(405, "allowed: GET");
  out.headers.emplace_back("Allow", "GET, HEAD");
  reply(std::move(out));
}

http::response list_application::refuse(unsigned status, const std::string& reason) const {
  http::response out;
  out.status = status;
  out.body = to_text({{"error", reason}});
  return out;
}

}  // namespace ironbus::simulator
